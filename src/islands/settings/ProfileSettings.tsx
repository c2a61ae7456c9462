import { useEffect, useRef, useState } from 'react';
import { saveSettings } from '#client/account/settings.ts';
import {
  collapseSpaces,
  countCharacters,
  hasInvisible,
  MAX_DESCRIPTION_CHARACTERS,
  MAX_NICKNAME_CHARACTERS,
  MIN_NICKNAME_CHARACTERS,
} from '#contracts/limits.ts';
import type { SettingsWire } from '#contracts/wire/settings.ts';
import { formatDateTime } from '#i18n/format.ts';
import { Button } from '../components/Button.tsx';
import { foreignLang } from '../components/foreign-lang.ts';
import { useErrorMessage } from '../hooks/use-error-message.ts';
import { useForm } from '../hooks/use-form.ts';
import { useSubmit } from '../hooks/use-submit.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { SaveStatus } from './SaveStatus.tsx';

/** Errors about the nickname, which are shown at its field instead of the form's end. */
const NICKNAME_ERRORS: ReadonlySet<string> = new Set([
  'taken',
  'renamed',
  'nameScripts',
  'nameReserved',
]);

interface Props {
  settings: SettingsWire;
  onSaved(settings: SettingsWire): void;
}

/** The nickname, and a line about oneself. */
export function ProfileSettings({ settings, onSaved }: Props) {
  const { t, lang } = useTexts();
  const [nickname, setNickname] = useState(settings.nickname);
  const [desc, setDesc] = useState(settings.desc);
  const saving = useSubmit();
  const field = useRef<HTMLInputElement>(null);
  const length = countCharacters(collapseSpaces(desc));
  const form = useForm(
    { nickname, desc },
    {
      nickname: ({ nickname: typed }) => {
        const name = collapseSpaces(typed);
        if (name === settings.nickname) return undefined; // the provider may have chosen it
        const characters = countCharacters(name);
        if (characters < MIN_NICKNAME_CHARACTERS || characters > MAX_NICKNAME_CHARACTERS)
          return t('settings.profile.nicknameLength', {
            min: MIN_NICKNAME_CHARACTERS,
            max: MAX_NICKNAME_CHARACTERS,
          });
        return hasInvisible(name) || /[<>@/]/.test(name)
          ? t('settings.profile.nicknameSigns')
          : undefined;
      },
      desc: ({ desc: typed }) =>
        length > MAX_DESCRIPTION_CHARACTERS
          ? t('composer.tooLong', { count: length - MAX_DESCRIPTION_CHARACTERS })
          : hasInvisible(collapseSpaces(typed))
            ? t('settings.profile.descSigns')
            : undefined,
    },
  );
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
      const now = await saveSettings({ nickname, desc });
      onSaved(now);
      setNickname(now.nickname);
      setDesc(now.desc);
      form.reset();
    });
  };
  const isLocked = settings.rename_at !== null;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
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
          onChange={(event) => {
            setNickname(event.currentTarget.value);
            saving.clearOutcome();
          }}
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
          onChange={(event) => {
            setDesc(event.currentTarget.value);
            saving.clearOutcome();
          }}
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
      <div className="done">
        <Button isPrimary type="submit" isInactive={saving.step === 'pending'}>
          {t('settings.save')}
        </Button>
        <SaveStatus step={saving.step} failure={refused ? undefined : saving.failure} />
      </div>
    </form>
  );
}
