import { useEffect, useRef, useState } from 'react';
import { saveMailSettings } from '#client/account/mail.ts';
import { MAIL_FREQUENCIES, MAIL_NOTICES, type MailFrequency } from '#contracts/mailing.ts';
import type { MailSettingsWire } from '#contracts/wire/mail.ts';
import { formatDay, zoneName } from '#i18n/format.ts';
import { Button } from '../components/Button.tsx';
import { useSubmit } from '../hooks/use-submit.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { ChoicesForm } from './ChoicesForm.tsx';
import { NoticeKinds } from './NoticeKinds.tsx';
import { SaveStatus } from './SaveStatus.tsx';
import { useBrowserZone } from './use-browser-zone.ts';

/** Why nothing is mailed any more, and the button that begins again; nothing while mail arrives. */
function StoppedMail({ settings: { address, stopped }, onSaved }: Props) {
  const { t, lang } = useTexts();
  const saving = useSubmit();
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

interface Props {
  settings: MailSettingsWire;
  onSaved(settings: MailSettingsWire | null): void;
}

/** What is mailed, and how often. Every save makes the zone of this browser that of the letters. */
function MailForm({ settings, onSaved }: Props) {
  const { t } = useTexts();
  const [frequency, setFrequency] = useState(settings.frequency);
  const [notices, setNotices] = useState(settings.notices);
  const [digest, setDigest] = useState(settings.digest);
  const { timeZone, saveWithZone } = useBrowserZone(settings.time_zone);
  const saving = useSubmit();
  const isElsewhere = settings.frequency === 'daily' && settings.time_zone !== timeZone;
  const frequencyName = (one: MailFrequency) =>
    one === 'daily'
      ? t('settings.mail.every.daily', { zone: zoneName(timeZone) })
      : t(`settings.mail.every.${one}`);
  const choice = { frequency, notices, digest };
  const save = () => saveWithZone((zone) => saveMailSettings({ ...choice, ...zone }));
  return (
    <ChoicesForm
      title={t('settings.mail.title')}
      saving={saving}
      onSubmit={() => saving.run(async () => onSaved(await save()))}
    >
      <fieldset className="field">
        <legend className="hint">{t('settings.mail.frequency')}</legend>
        {MAIL_FREQUENCIES.map((one) => (
          <label key={one}>
            <input
              type="radio"
              name="mail-frequency"
              checked={frequency === one}
              onChange={() => {
                setFrequency(one);
                saving.clearOutcome();
              }}
            />
            {frequencyName(one)}
          </label>
        ))}
        {isElsewhere && (
          <p className="hint">
            {t('settings.mail.elsewhere', { zone: zoneName(settings.time_zone) })}
          </p>
        )}
      </fieldset>
      {frequency !== 'off' && (
        <fieldset className="field">
          <legend className="hint">{t('settings.mail.kinds')}</legend>
          <NoticeKinds
            kinds={MAIL_NOTICES}
            chosen={notices}
            onChange={(chosen) => {
              setNotices(chosen);
              saving.clearOutcome();
            }}
          />
          <p className="hint">{t('settings.mail.unread')}</p>
        </fieldset>
      )}
      <div className="field">
        <label>
          <input
            type="checkbox"
            checked={digest}
            aria-describedby="mail-digest-hint"
            onChange={(event) => {
              setDigest(event.currentTarget.checked);
              saving.clearOutcome();
            }}
          />
          {t('settings.mail.digest')}
        </label>
        <p className="hint" id="mail-digest-hint">
          {t('settings.mail.digestHint')}
        </p>
      </div>
    </ChoicesForm>
  );
}

/**
 * Mail to the reader. Without an address that was checked nothing can be chosen, as nothing would
 * be sent.
 */
export function MailSettings({ settings, onSaved }: Props) {
  const { t } = useTexts();
  const { address, checked } = settings;
  if (address === '') return <p>{t('settings.mail.none')}</p>;
  if (!checked) return <p>{t('settings.mail.unchecked', { address })}</p>;
  return (
    <>
      <StoppedMail settings={settings} onSaved={onSaved} />
      <div className="mail-address">
        {!settings.stopped && <p>{t('settings.mail.to', { address })}</p>}
        <p className="hint">{t('settings.mail.change')}</p>
      </div>
      <MailForm settings={settings} onSaved={onSaved} />
    </>
  );
}
