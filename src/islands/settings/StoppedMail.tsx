import { useEffect, useRef, useState } from 'react';
import { saveMailSettings } from '#client/account/mail.ts';
import type { MailSettingsWire } from '#contracts/wire/mail.ts';
import { formatDay } from '#i18n/format.ts';
import { Button } from '../components/Button.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import { SaveStatus } from './SaveStatus.tsx';
import { useSave } from './use-save.ts';

interface Props {
  settings: MailSettingsWire;
  onSaved(settings: MailSettingsWire | null): void;
}

/** Why nothing is mailed any more, and the button that begins again; nothing while mail arrives. */
export function StoppedMail({ settings: { address, stopped }, onSaved }: Props) {
  const { t, lang } = useTexts();
  const saving = useSave();
  const [isResumed, setResumed] = useState(false);
  const outcome = useRef<HTMLParagraphElement>(null);
  // The button, which had the focus, is unmounted.
  useEffect(() => {
    if (isResumed) outcome.current?.focus();
  }, [isResumed]);
  const resume = () =>
    saving.run(async () => {
      onSaved(await saveMailSettings({ stopped: null }));
      setResumed(true);
    });
  if (stopped)
    return (
      <div className="stopped-mail">
        <p>
          {t(`settings.mail.stopped.${stopped.reason}`, {
            address,
            date: formatDay(lang, new Date(stopped.at)),
          })}
        </p>
        <div className="done">
          <Button isInactive={saving.step === 'pending'} onClick={() => void resume()}>
            {t('settings.mail.resume')}
          </Button>
          <SaveStatus step={saving.step} failure={saving.failure} />
        </div>
      </div>
    );
  if (!isResumed) return null;
  return (
    <p className="stopped-mail" ref={outcome} tabIndex={-1}>
      {t('settings.mail.resumed', { address })}
    </p>
  );
}
