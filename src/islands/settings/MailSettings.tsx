import { useEffect, useRef, useState } from 'react';
import { call } from '#client/core/api.ts';
import { MAIL_FREQUENCIES, MAIL_NOTICES } from '#contracts/mailing.ts';
import type { EditMailSettingsWire, MailSettingsWire } from '#contracts/wire/mail.ts';
import { formatDay, zoneName } from '#i18n/format.ts';
import { Button } from '../components/Button.tsx';
import { Check, Radios } from '../components/Choices.tsx';
import { useSubmit } from '../hooks/use-submit.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { ChoicesForm, NoticeKinds, SaveStatus, useFields } from './SettingsForm.tsx';
import { useBrowserZone } from './use-browser-zone.ts';

const saveMailSettings = async (changes: EditMailSettingsWire): Promise<MailSettingsWire | null> =>
  (await call('PUT /v2/user/mail', { body: { ...changes } })).data;

/** Why mail was stopped, with a button that resumes it; empty while mail is active. */
function StoppedMail({
  settings: { address, stopped },
  onSaved,
}: Pick<Props, 'settings' | 'onSaved'>) {
  const { t, lang } = useTexts();
  const saving = useSubmit();
  const [isResumed, setResumed] = useState(false);
  const outcome = useRef<HTMLParagraphElement>(null);
  // The focused button is unmounted.
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
  isModerator: boolean;
  onSaved(settings: MailSettingsWire | null): void;
}

/** The kinds and frequency of mails. Saving also sets the mails' time zone to this browser's. */
function MailForm({ settings, isModerator, onSaved }: Props) {
  const { t } = useTexts();
  const { frequency, notices, digest, time_zone } = settings;
  const { values, set, saving } = useFields({ frequency, notices, digest });
  const { timeZone, saveWithZone } = useBrowserZone(time_zone);
  const save = () => saveWithZone((zone) => saveMailSettings({ ...values, ...zone }));
  return (
    <ChoicesForm
      title={t('settings.mail.title')}
      saving={saving}
      onSubmit={() => saving.run(async () => onSaved(await save()))}
    >
      <fieldset className="field">
        <legend className="hint">{t('settings.mail.frequency')}</legend>
        <Radios
          name="mail-frequency"
          options={MAIL_FREQUENCIES}
          chosen={values.frequency}
          onChoose={(one) => set({ frequency: one })}
          label={(one) => t(`settings.mail.every.${one}`, { zone: zoneName(timeZone) })}
        />
        {frequency === 'daily' && time_zone !== timeZone && (
          <p className="hint">{t('settings.mail.elsewhere', { zone: zoneName(time_zone) })}</p>
        )}
      </fieldset>
      {values.frequency !== 'off' && (
        <fieldset className="field">
          <legend className="hint">{t('settings.mail.kinds')}</legend>
          <NoticeKinds
            kinds={MAIL_NOTICES}
            chosen={values.notices}
            isModerator={isModerator}
            onChange={(chosen) => set({ notices: chosen })}
          />
          <p className="hint">{t('settings.mail.unread')}</p>
        </fieldset>
      )}
      <div className="field">
        <Check
          checked={values.digest}
          describedBy="mail-digest-hint"
          onChange={(is) => set({ digest: is })}
        >
          {t('settings.mail.digest')}
        </Check>
        <p className="hint" id="mail-digest-hint">
          {t('settings.mail.digestHint')}
        </p>
      </div>
    </ChoicesForm>
  );
}

/** Mail to the reader. Without a verified address, nothing can be chosen. */
export function MailSettings({ settings, isModerator, onSaved }: Props) {
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
      <MailForm settings={settings} isModerator={isModerator} onSaved={onSaved} />
    </>
  );
}
