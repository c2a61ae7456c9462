import { useState } from 'react';
import { savePushSettings } from '#client/account/push.ts';
import { PUSH_NOTICES, QUIET_HOURS } from '#contracts/pushing.ts';
import type { PushSettingsWire } from '#contracts/wire/push.ts';
import { zoneName } from '#i18n/format.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { ChoicesForm } from './ChoicesForm.tsx';
import { NoticeKinds } from './NoticeKinds.tsx';
import { useBrowserZone } from './use-browser-zone.ts';
import { useSave } from './use-save.ts';

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
  const { timeZone, saveWithZone } = useBrowserZone(settings.time_zone);
  const saving = useSave();
  const change = (now: { from: number; until: number }) => {
    // An hour is no time of rest: the end goes along.
    setHours(now.from === now.until ? { ...now, until: (now.from + 1) % 24 } : now);
    saving.clearOutcome();
  };
  const choice = { notices, quiet: isQuiet ? hours : null };
  const save = () => saveWithZone((zone) => savePushSettings({ ...choice, ...zone }));
  return (
    <ChoicesForm
      title={t('settings.push.title')}
      saving={saving}
      onSubmit={() => saving.run(async () => onSaved(await save()))}
    >
      <fieldset className="field">
        <legend className="hint">{t('settings.push.kinds')}</legend>
        <NoticeKinds
          kinds={PUSH_NOTICES}
          chosen={notices}
          onChange={(chosen) => {
            setNotices(chosen);
            saving.clearOutcome();
          }}
        />
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
