import { useState } from 'react';
import { NOTICE_KINDS } from '#contracts/limits.ts';
import type { SettingsWire } from '#contracts/wire/settings.ts';
import { saveSettings } from '#stores/settings.ts';
import { useTexts } from '../ui/text.ts';
import { Choices } from './Choices.tsx';
import { useSaving } from './saving.ts';

interface Props {
  settings: SettingsWire;
  onSaved(settings: SettingsWire): void;
}

/** Of which kinds the reader wants notifications. What moderators say always comes. */
export function Notices({ settings, onSaved }: Props) {
  const { t } = useTexts();
  const [notify, setNotify] = useState(settings.notify);
  const saving = useSaving();
  return (
    <Choices
      title={t('settings.notices.title')}
      saving={saving}
      hint={t('settings.notices.always')}
      onSubmit={() => saving.run(async () => onSaved(await saveSettings({ notify })))}
    >
      {NOTICE_KINDS.map((kind) => (
        <label key={kind}>
          <input
            type="checkbox"
            checked={notify[kind]}
            onChange={(event) => {
              setNotify({ ...notify, [kind]: event.currentTarget.checked });
              saving.goOn();
            }}
          />
          {t(`settings.notices.${kind}`)}
        </label>
      ))}
    </Choices>
  );
}
