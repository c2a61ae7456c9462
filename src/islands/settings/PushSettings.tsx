import { useState } from 'react';
import {
  type PushView,
  removePushBrowser,
  savePushSettings,
  switchPushOff,
  switchPushOn,
} from '#client/account/push.ts';
import { pageArea } from '#client/core/page-info.ts';
import { showErrorToast } from '#client/core/toasts.ts';
import { PUSH_NOTICES, QUIET_HOURS } from '#contracts/pushing.ts';
import type { PushBrowserWire, PushSettingsWire } from '#contracts/wire/push.ts';
import { formatDay, zoneName } from '#i18n/format.ts';
import { Button } from '../components/Button.tsx';
import { browserName } from '../components/browser-name.ts';
import { Check } from '../components/Choices.tsx';
import { Options } from '../components/Options.tsx';
import { useSubmit } from '../hooks/use-submit.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { ChoicesForm, NoticeKinds, useFields } from './SettingsForm.tsx';
import { useBrowserZone } from './use-browser-zone.ts';

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
  /** An hour that isn't offered. */
  except?: number;
  onChange(hour: number): void;
}) {
  return (
    <label>
      {label}
      <select value={value} onChange={({ target }) => onChange(Number(target.value))}>
        <Options values={HOURS.filter((hour) => hour !== except)} label={hourName} />
      </select>
    </label>
  );
}

interface PushFormProps {
  settings: PushSettingsWire;
  isModerator: boolean;
  onSaved(settings: PushSettingsWire): void;
}

/** The kinds of pushes, and quiet hours. Saving also sets their time zone to this browser's. */
function PushForm({ settings, isModerator, onSaved }: PushFormProps) {
  const { t } = useTexts();
  const { values, set, saving } = useFields({
    notices: settings.notices,
    isQuiet: settings.quiet !== null,
    hours: settings.quiet ?? (QUIET_HOURS as { from: number; until: number }),
  });
  const { notices, isQuiet, hours } = values;
  const { timeZone, saveWithZone } = useBrowserZone(settings.time_zone);
  // Quiet hours can't be empty, so the end moves too.
  const setHours = (now: typeof hours) =>
    set({ hours: now.from === now.until ? { ...now, until: (now.from + 1) % 24 } : now });
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
          isModerator={isModerator}
          onChange={(chosen) => set({ notices: chosen })}
        />
        <p className="hint">{t('settings.push.private')}</p>
      </fieldset>
      <div className="field">
        <Check checked={isQuiet} onChange={(is) => set({ isQuiet: is })}>
          {t('settings.push.quiet')}
        </Check>
        {isQuiet && (
          <div className="push-hours">
            <HourSelect
              label={t('settings.push.from')}
              value={hours.from}
              onChange={(from) => setHours({ ...hours, from })}
            />
            <HourSelect
              label={t('settings.push.until')}
              value={hours.until}
              except={hours.from}
              onChange={(until) => setHours({ ...hours, until })}
            />
          </div>
        )}
        <p className="hint">{t('settings.push.zone', { zone: zoneName(timeZone) })}</p>
      </div>
    </ChoicesForm>
  );
}

interface Props {
  view: PushView;
  isModerator: boolean;
  onChanged(view: PushView): void;
}

/** The button of this browser, which alone requests the permission. */
function ThisBrowser({ view, onChanged }: Omit<Props, 'isModerator'>) {
  const { t } = useTexts();
  const { step, run } = useSubmit();
  const [isRefused, setRefused] = useState(false);
  const { settings, state } = view;
  const isOn = state === 'on';
  if (state === 'blocked') return <p className="stopped-mail">{t('settings.push.blocked')}</p>;
  const toggle = async () => {
    setRefused(false);
    const now = isOn
      ? await switchPushOff(settings)
      : await switchPushOn(settings, pageArea() === 'phone');
    setRefused(now.state === state);
    onChanged(now);
  };
  return (
    <div className="push-here">
      <Button
        isInactive={step === 'pending'}
        onClick={() => void run(() => toggle().catch(showErrorToast))}
      >
        {t(isOn ? 'settings.push.off' : 'settings.push.on')}
      </Button>
      <p className="hint" role="status">
        {isRefused
          ? t('settings.push.refused')
          : t(isOn ? 'settings.push.isOn' : 'settings.push.isOff')}
      </p>
    </div>
  );
}

function BrowserRow({ browser, onRemove }: { browser: PushBrowserWire; onRemove(): void }) {
  const { t, lang } = useTexts();
  const name = browserName(browser.user_agent) ?? t('settings.logins.unknown');
  return (
    <li>
      <div>
        <b>{name}</b>
        <p className="meta">
          {browser.sent_at
            ? t('settings.push.sent', { date: formatDay(lang, new Date(browser.sent_at)) })
            : t('settings.push.since', { date: formatDay(lang, new Date(browser.created_at)) })}
        </p>
      </div>
      <Button aria-label={t('settings.push.removeOne', { name })} onClick={onRemove}>
        {t('settings.push.remove')}
      </Button>
    </li>
  );
}

/** Push in the reader's browsers; the kinds are shown when a browser has it. */
export function PushSettings({ view, isModerator, onChanged }: Props) {
  const { t } = useTexts();
  const { settings, state } = view;
  const others = settings.browsers.filter(({ current }) => !current || state !== 'on');
  const keep = (now: PushView['settings']) => onChanged({ ...view, settings: now });
  return (
    <>
      <ThisBrowser view={view} onChanged={onChanged} />
      {others.length > 0 && (
        <>
          <h3 className="push-others">{t('settings.push.others')}</h3>
          <ul className="keys">
            {others.map((browser) => (
              <BrowserRow
                key={browser.id}
                browser={browser}
                onRemove={() => void removePushBrowser(browser.id).then(keep, showErrorToast)}
              />
            ))}
          </ul>
        </>
      )}
      {settings.browsers.length > 0 && (
        <PushForm settings={settings} isModerator={isModerator} onSaved={keep} />
      )}
    </>
  );
}
