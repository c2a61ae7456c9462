import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { $account } from '#client/account/account.ts';
import { saveSettings, uploadAvatar } from '#client/account/settings.ts';
import { countCharacters } from '#contracts/characters.ts';
import {
  MAX_DESCRIPTION_CHARACTERS,
  MAX_NICKNAME_CHARACTERS,
  MAX_UPLOAD_BYTES,
  MIN_NICKNAME_CHARACTERS,
} from '#contracts/limits.ts';
import { isSameNickname } from '#contracts/nickname.ts';
import { collapseSpaces, hasInvisible } from '#contracts/text-lines.ts';
import type { SettingsWire } from '#contracts/wire/settings.ts';
import { formatDateTime } from '#i18n/format.ts';
import { Avatar } from '../components/Avatar.tsx';
import { Button } from '../components/Button.tsx';
import { foreignLang } from '../components/foreign-lang.ts';
import { describeNicknameProblem } from '../components/nickname-problem.ts';
import { ACCEPTED_PICTURE_TYPES } from '../composer/picture-files.ts';
import { useErrorMessage } from '../hooks/use-error-message.ts';
import { useForm } from '../hooks/use-form.ts';
import { useSubmit } from '../hooks/use-submit.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { SaveStatus, SettingsForm, useFields } from './SettingsForm.tsx';

export interface SettingsProps {
  settings: SettingsWire;
  onSaved(settings: SettingsWire): void;
}

/** Uploads an avatar, or returns to the drawn one. */
export function AvatarSettings({ settings, onSaved }: SettingsProps) {
  const { t } = useTexts();
  const id = useStore($account)?.id ?? 0;
  const field = useRef<HTMLInputElement>(null);
  const saving = useSubmit();
  const upload = (file: File | undefined) => {
    if (file) void saving.run(async () => onSaved(await uploadAvatar(file)));
    if (field.current) field.current.value = ''; // allows choosing the same file again
  };
  return (
    <div className="portrait">
      <Avatar person={{ id, avatar: settings.avatar }} size={72} />
      <div>
        <div className="ways">
          <Button isInactive={saving.step === 'pending'} onClick={() => field.current?.click()}>
            {t(saving.step === 'pending' ? 'settings.profile.sending' : 'settings.profile.choose')}
          </Button>
          {settings.avatar !== '' && (
            <Button
              isInactive={saving.step === 'pending'}
              onClick={() =>
                void saving.run(async () => onSaved(await saveSettings({ avatar: '' })))
              }
            >
              {t('settings.profile.remove')}
            </Button>
          )}
        </div>
        <input
          ref={field}
          type="file"
          hidden
          accept={ACCEPTED_PICTURE_TYPES}
          aria-label={t('settings.profile.picture')}
          onChange={(event) => upload(event.currentTarget.files?.[0])}
        />
        <p className="hint">
          {t('settings.profile.pictureHint', { n: MAX_UPLOAD_BYTES / 1024 / 1024 })}
        </p>
        <SaveStatus {...saving} />
      </div>
    </div>
  );
}

/** Errors that are shown at the nickname's field. */
const NICKNAME_ERRORS: ReadonlySet<string> = new Set([
  'taken',
  'nameKept',
  'renamed',
  'nameScripts',
  'nameReserved',
]);

export function ProfileSettings({ settings, onSaved }: SettingsProps) {
  const { t, lang } = useTexts();
  const { values, set, saving } = useFields({ nickname: settings.nickname, desc: settings.desc });
  const { nickname, desc } = values;
  const field = useRef<HTMLInputElement>(null);
  const length = countCharacters(collapseSpaces(desc));
  const form = useForm(values, {
    nickname: ({ nickname: typed }) =>
      isSameNickname(typed, settings.nickname) ? undefined : describeNicknameProblem(t, typed),
    desc: ({ desc: typed }) =>
      length > MAX_DESCRIPTION_CHARACTERS
        ? t('composer.tooLong', { count: length - MAX_DESCRIPTION_CHARACTERS })
        : hasInvisible(collapseSpaces(typed))
          ? t('settings.profile.descSigns')
          : undefined,
  });
  const { problems } = form;
  const refused =
    saving.failure && NICKNAME_ERRORS.has(saving.failure.code) ? saving.failure : undefined;
  const refusalText = useErrorMessage(refused);
  const nameProblem = problems.nickname ?? refusalText;
  useEffect(() => {
    if (refused) field.current?.focus();
  }, [refused]);
  const submit = async () => {
    if (!form.submit()) return;
    await saving.run(async () => {
      const now = await saveSettings(values);
      onSaved(now);
      set({ nickname: now.nickname, desc: now.desc });
      form.reset();
    });
  };
  const isLocked = settings.rename_at !== null;
  return (
    <SettingsForm
      isPrimary
      saving={saving}
      failure={refused ? undefined : saving.failure}
      onSubmit={submit}
    >
      <div className="field" data-invalid={nameProblem ? '' : undefined}>
        <label htmlFor="nickname">{t('settings.profile.nickname')}</label>
        <input
          id="nickname"
          ref={field}
          autoComplete="nickname"
          value={nickname}
          readOnly={isLocked}
          aria-invalid={nameProblem !== undefined}
          aria-describedby="nickname-hint"
          onBlur={() => form.touch('nickname')}
          onChange={(event) => set({ nickname: event.currentTarget.value })}
        />
        <p
          id="nickname-hint"
          className={nameProblem ? 'wrong' : 'hint'}
          role={nameProblem ? 'alert' : undefined}
        >
          {nameProblem ??
            (settings.rename_at
              ? t('settings.profile.renameAt', {
                  date: formatDateTime(lang, new Date(settings.rename_at)),
                })
              : t('settings.profile.nicknameHint', {
                  min: MIN_NICKNAME_CHARACTERS,
                  max: MAX_NICKNAME_CHARACTERS,
                }))}
        </p>
      </div>
      <div className="field" data-invalid={problems.desc ? '' : undefined}>
        <label htmlFor="desc">{t('settings.profile.desc')}</label>
        <textarea
          id="desc"
          rows={3}
          lang={foreignLang(lang, desc)}
          value={desc}
          aria-invalid={problems.desc !== undefined}
          aria-describedby="desc-hint"
          onBlur={() => form.touch('desc')}
          onChange={(event) => set({ desc: event.currentTarget.value })}
        />
        <div className="beneath">
          <p
            id="desc-hint"
            className={problems.desc ? 'wrong' : 'hint'}
            role={problems.desc ? 'alert' : undefined}
          >
            {problems.desc ?? t('settings.profile.descHint')}
          </p>
          <span className="hint num" aria-hidden="true">
            {length} / {MAX_DESCRIPTION_CHARACTERS}
          </span>
        </div>
      </div>
    </SettingsForm>
  );
}
