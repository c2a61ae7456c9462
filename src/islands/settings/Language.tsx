import { useState } from 'react';
import type { Lang } from '#contracts/language.ts';
import { roomPath } from '#contracts/paths.ts';
import type { SettingsWire } from '#contracts/wire/settings.ts';
import { cookie } from '#stores/page.ts';
import { saveSettings } from '#stores/settings.ts';
import { useForm } from '../ui/form.ts';
import { useTexts } from '../ui/text.ts';
import { Choices } from './Choices.tsx';
import { useSaving } from './saving.ts';

const NAMES: Readonly<Record<Lang, string>> = { zh: '中文', en: 'English' };
const OFFERED = Object.keys(NAMES) as Lang[];

/**
 * The interface's language: on this browser at once, and in what the community writes to the
 * reader.
 */
export function Language({ settings }: { settings: SettingsWire }) {
  const { t, lang } = useTexts();
  const [language, setLanguage] = useState(settings.language);
  const saving = useSaving();
  const form = useForm(
    { language },
    {
      language: ({ language: one }) =>
        OFFERED.includes(one) ? undefined : t('settings.language.choose'),
    },
  );
  const submit = async () => {
    if (!form.submit() || !(await saving.run(() => saveSettings({ language })))) return;
    // The page's address makes this browser keep the choice (R11).
    if (language !== lang || cookie('language')?.slice(0, 2) !== language)
      location.assign(`${roomPath(language, 'me/settings', { lang: language })}#language`);
  };
  return (
    <Choices title={t('settings.language.title')} saving={saving} onSubmit={submit}>
      {OFFERED.map((one) => (
        <label key={one} lang={one === lang ? undefined : one}>
          <input
            type="radio"
            name="language"
            checked={language === one}
            onChange={() => {
              setLanguage(one);
              saving.goOn();
            }}
          />
          {NAMES[one]}
        </label>
      ))}
    </Choices>
  );
}
