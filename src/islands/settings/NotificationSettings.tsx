import { useState } from 'react';
import { saveSettings } from '#client/account/settings.ts';
import { OPTIONAL_NOTIFICATION_KINDS } from '#contracts/notifications.ts';
import type { SettingsWire } from '#contracts/wire/settings.ts';
import { useSubmit } from '../hooks/use-submit.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { ChoicesForm } from './ChoicesForm.tsx';

interface Props {
  settings: SettingsWire;
  onSaved(settings: SettingsWire): void;
}

/** The kinds of notifications that the reader wants. Those of moderators can't be switched off. */
export function NotificationSettings({ settings, onSaved }: Props) {
  const { t } = useTexts();
  const [notify, setNotify] = useState(settings.notify);
  const [autoWatch, setAutoWatch] = useState(settings.auto_watch);
  const saving = useSubmit();
  return (
    <ChoicesForm
      title={t('settings.notices.title')}
      saving={saving}
      hint={t('settings.notices.always')}
      onSubmit={() =>
        saving.run(async () => onSaved(await saveSettings({ notify, auto_watch: autoWatch })))
      }
    >
      {OPTIONAL_NOTIFICATION_KINDS.map((kind) => (
        <label key={kind}>
          <input
            type="checkbox"
            checked={notify[kind]}
            onChange={(event) => {
              setNotify({ ...notify, [kind]: event.currentTarget.checked });
              saving.clearOutcome();
            }}
          />
          {t(`settings.notices.${kind}`)}
        </label>
      ))}
      <label>
        <input
          type="checkbox"
          checked={autoWatch}
          onChange={(event) => {
            setAutoWatch(event.currentTarget.checked);
            saving.clearOutcome();
          }}
        />
        {t('settings.notices.auto')}
      </label>
    </ChoicesForm>
  );
}
