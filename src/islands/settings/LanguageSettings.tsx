import { useState } from 'react';
import { saveSettings } from '#client/account/settings.ts';
import { readCookie } from '#client/core/page-info.ts';
import type { Lang } from '#contracts/language.ts';
import { clientPagePath } from '#contracts/paths.ts';
import type { SettingsWire } from '#contracts/wire/settings.ts';
import { useForm } from '../hooks/use-form.ts';
import { useSubmit } from '../hooks/use-submit.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { ChoicesForm } from './ChoicesForm.tsx';

const LANGUAGE_NAMES: Readonly<Record<Lang, string>> = { zh: '中文', en: 'English' };
const OFFERED_LANGUAGES = Object.keys(LANGUAGE_NAMES) as Lang[];

/**
 * The language of the interface, in this browser at once, and of what the forum writes to the
 * reader.
 */
export function LanguageSettings({ settings }: { settings: SettingsWire }) {
  const { t, lang } = useTexts();
  const [language, setLanguage] = useState(settings.language);
  const saving = useSubmit();
  const form = useForm(
    { language },
    {
      language: ({ language: one }) =>
        OFFERED_LANGUAGES.includes(one) ? undefined : t('settings.language.choose'),
    },
  );
  const submit = async () => {
    if (!form.submit() || !(await saving.run(() => saveSettings({ language })))) return;
    // The page's address makes this browser keep the choice (R11).
    if (language !== lang || readCookie('language')?.slice(0, 2) !== language)
      location.assign(`${clientPagePath(language, 'me/settings', { lang: language })}#language`);
  };
  return (
    <ChoicesForm
      title={t('settings.language.title')}
      saving={saving}
      {...(settings.language === lang ? {} : { hint: t('settings.language.elsewhere') })}
      onSubmit={submit}
    >
      {OFFERED_LANGUAGES.map((one) => (
        <label key={one} lang={one === lang ? undefined : one}>
          <input
            type="radio"
            name="language"
            checked={language === one}
            onChange={() => {
              setLanguage(one);
              saving.clearOutcome();
            }}
          />
          {LANGUAGE_NAMES[one]}
        </label>
      ))}
    </ChoicesForm>
  );
}
