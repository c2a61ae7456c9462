import { useEffect, useRef, useState } from 'react';
import {
  countCharacters,
  DESCRIPTION_MAX,
  foldSpace,
  hasUnseen,
  NICKNAME_MAX,
  NICKNAME_MIN,
} from '#contracts/limits.ts';
import type { SettingsWire } from '#contracts/wire/settings.ts';
import { formatMoment } from '#i18n/format.ts';
import { saveSettings } from '#stores/settings.ts';
import { Button } from '../ui/Button.tsx';
import { useForm } from '../ui/form.ts';
import { useReason } from '../ui/reason.ts';
import { useTexts } from '../ui/text.ts';
import { Outcome } from './Outcome.tsx';
import { useSaving } from './saving.ts';

/** What the server says of the name alone: it stands at its field, not at the end of the form. */
const ABOUT_NAMES: ReadonlySet<string> = new Set([
  'taken',
  'renamed',
  'nameScripts',
  'nameReserved',
]);

interface Props {
  settings: SettingsWire;
  onSaved(settings: SettingsWire): void;
}

/** The name that others read, and a line about oneself. */
export function Profile({ settings, onSaved }: Props) {
  const { t, lang } = useTexts();
  const [nickname, setNickname] = useState(settings.nickname);
  const [desc, setDesc] = useState(settings.desc);
  const saving = useSaving();
  const field = useRef<HTMLInputElement>(null);
  const length = countCharacters(foldSpace(desc));
  const form = useForm(
    { nickname, desc },
    {
      nickname: ({ nickname: typed }) => {
        const name = foldSpace(typed);
        if (name === settings.nickname) return undefined; // whatever the provider called them
        const characters = countCharacters(name);
        if (characters < NICKNAME_MIN || characters > NICKNAME_MAX)
          return t('settings.profile.nicknameLength', { min: NICKNAME_MIN, max: NICKNAME_MAX });
        return hasUnseen(name) || /[<>@/]/.test(name)
          ? t('settings.profile.nicknameSigns')
          : undefined;
      },
      desc: ({ desc: typed }) =>
        length > DESCRIPTION_MAX
          ? t('composer.tooLong', { count: length - DESCRIPTION_MAX })
          : hasUnseen(foldSpace(typed))
            ? t('settings.profile.descSigns')
            : undefined,
    },
  );
  const { problems } = form;
  const refused =
    saving.failure && ABOUT_NAMES.has(saving.failure.code) ? saving.failure : undefined;
  const refusal = useReason(refused);
  const nameProblem = problems.nickname ?? refusal;
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
  const locked = settings.rename_at !== null;
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
          readOnly={locked}
          aria-invalid={nameProblem !== undefined}
          aria-describedby="nickname-hint"
          onBlur={() => form.touch('nickname')}
          onChange={(event) => {
            setNickname(event.currentTarget.value);
            saving.goOn();
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
                  date: formatMoment(lang, new Date(settings.rename_at)),
                })
              : t('settings.profile.nicknameHint', { min: NICKNAME_MIN, max: NICKNAME_MAX }))}
        </p>
      </div>
      <div className="field" data-invalid={problems.desc ? '' : undefined}>
        <label htmlFor="desc">{t('settings.profile.desc')}</label>
        <textarea
          id="desc"
          rows={3}
          value={desc}
          aria-invalid={problems.desc !== undefined}
          aria-describedby="desc-hint"
          onBlur={() => form.touch('desc')}
          onChange={(event) => {
            setDesc(event.currentTarget.value);
            saving.goOn();
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
            {length} / {DESCRIPTION_MAX}
          </span>
        </div>
      </div>
      <div className="done">
        <Button main type="submit" idle={saving.step === 'pending'}>
          {t('settings.save')}
        </Button>
        <Outcome step={saving.step} failure={refused ? undefined : saving.failure} />
      </div>
    </form>
  );
}
