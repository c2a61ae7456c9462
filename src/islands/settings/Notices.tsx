import { useState } from 'react';
import { NOTICE_KINDS } from '#contracts/limits.ts';
import type { SettingsWire } from '#contracts/wire/settings.ts';
import { saveSettings } from '#stores/settings.ts';
import { Button } from '../ui/Button.tsx';
import { useTexts } from '../ui/text.ts';
import { Outcome } from './Outcome.tsx';
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
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void saving.run(async () => onSaved(await saveSettings({ notify })));
      }}
    >
      <fieldset className="field choices">
        <legend className="vh">{t('settings.notices.title')}</legend>
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
      </fieldset>
      <p className="hint">{t('settings.notices.always')}</p>
      <div className="done">
        <Button type="submit" idle={saving.step === 'pending'}>
          {t('settings.save')}
        </Button>
        <Outcome {...saving} />
      </div>
    </form>
  );
}
