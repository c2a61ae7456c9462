import { useState } from 'react';
import type { MailNotice } from '#contracts/mailing.ts';
import {
  OPTIONAL_NOTIFICATION_KINDS,
  type OptionalNotificationKind,
} from '#contracts/notifications.ts';
import { PUSH_NOTICES, QUIET_HOURS } from '#contracts/pushing.ts';
import type { PushSettingsWire } from '#contracts/wire/push.ts';
import { zoneName } from '#i18n/format.ts';
import { savePushSettings } from '#stores/account/push.ts';
import { Failure } from '#stores/client/failure.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { ChoicesForm } from './ChoicesForm.tsx';
import { useSave } from './use-save.ts';

const isOptionalKind = (kind: MailNotice): kind is OptionalNotificationKind =>
  (OPTIONAL_NOTIFICATION_KINDS as readonly string[]).includes(kind);

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const hourName = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

function HourSelect({
  label,
  value,
  except,
  onChange,
}: {
  label: string;
  value: number;
  /** An hour that can't be chosen. */
  except?: number;
  onChange(hour: number): void;
}) {
  return (
    <label>
      {label}
      <select value={value} onChange={({ target }) => onChange(Number(target.value))}>
        {HOURS.filter((hour) => hour !== except).map((hour) => (
          <option key={hour} value={hour}>
            {hourName(hour)}
          </option>
        ))}
      </select>
    </label>
  );
}

interface Props {
  settings: PushSettingsWire;
  onSaved(settings: PushSettingsWire): void;
}

/** What is pushed, and when not. Every save makes the zone of this browser that of the hours. */
export function PushForm({ settings, onSaved }: Props) {
  const { t } = useTexts();
  const [notices, setNotices] = useState(settings.notices);
  const [isQuiet, setQuiet] = useState(settings.quiet !== null);
  const [hours, setHours] = useState<{ from: number; until: number }>(
    settings.quiet ?? QUIET_HOURS,
  );
  const [timeZone, setTimeZone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  const saving = useSave();
  const change = (now: { from: number; until: number }) => {
    // An hour is no time of rest: the end goes along.
    setHours(now.from === now.until ? { ...now, until: (now.from + 1) % 24 } : now);
    saving.clearOutcome();
  };
  const save = async () => {
    const choice = { notices, quiet: isQuiet ? hours : null };
    try {
      return await savePushSettings({ ...choice, time_zone: timeZone });
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'malformed') throw error;
      // Browsers keep old names of zones that a server's list may lack: the zone stays as it is.
      const saved = await savePushSettings(choice);
      setTimeZone(settings.time_zone);
      return saved;
    }
  };
  return (
    <ChoicesForm
      title={t('settings.push.title')}
      saving={saving}
      onSubmit={() => saving.run(async () => onSaved(await save()))}
    >
      <fieldset className="field">
        <legend className="hint">{t('settings.push.kinds')}</legend>
        {PUSH_NOTICES.map((kind) => (
          <label key={kind}>
            <input
              type="checkbox"
              checked={notices[kind]}
              onChange={(event) => {
                setNotices({ ...notices, [kind]: event.currentTarget.checked });
                saving.clearOutcome();
              }}
            />
            {isOptionalKind(kind) ? t(`settings.notices.${kind}`) : t(`settings.mail.kind.${kind}`)}
          </label>
        ))}
        <p className="hint">{t('settings.push.private')}</p>
      </fieldset>
      <div className="field">
        <label>
          <input
            type="checkbox"
            checked={isQuiet}
            onChange={(event) => {
              setQuiet(event.currentTarget.checked);
              saving.clearOutcome();
            }}
          />
          {t('settings.push.quiet')}
        </label>
        {isQuiet && (
          <div className="push-hours">
            <HourSelect
              label={t('settings.push.from')}
              value={hours.from}
              onChange={(from) => change({ ...hours, from })}
            />
            <HourSelect
              label={t('settings.push.until')}
              value={hours.until}
              except={hours.from}
              onChange={(until) => change({ ...hours, until })}
            />
          </div>
        )}
        <p className="hint">{t('settings.push.zone', { zone: zoneName(timeZone) })}</p>
      </div>
    </ChoicesForm>
  );
}
