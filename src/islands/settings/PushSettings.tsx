import { useState } from 'react';
import {
  type PushView,
  removePushBrowser,
  switchPushOff,
  switchPushOn,
} from '#client/account/push.ts';
import { pageArea } from '#client/core/page-info.ts';
import { showErrorToast } from '#client/core/toasts.ts';
import type { PushBrowserWire } from '#contracts/wire/push.ts';
import { formatDay } from '#i18n/format.ts';
import { Button } from '../components/Button.tsx';
import { browserName } from '../components/browser-name.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { PushForm } from './PushForm.tsx';

interface Props {
  view: PushView;
  onChanged(view: PushView): void;
}

/** The button of this browser; only it asks the browser for the permission. */
function ThisBrowser({ view, onChanged }: Props) {
  const { t } = useTexts();
  const [step, setStep] = useState<'idle' | 'pending' | 'refused'>('idle');
  const { settings, state } = view;
  const isOn = state === 'on';
  if (state === 'blocked') return <p className="stopped-mail">{t('settings.push.blocked')}</p>;
  const toggle = async () => {
    setStep('pending');
    try {
      const now = isOn
        ? await switchPushOff(settings)
        : await switchPushOn(settings, pageArea() === 'phone');
      setStep(now.state === state ? 'refused' : 'idle');
      onChanged(now);
    } catch (error) {
      setStep('idle');
      showErrorToast(error);
    }
  };
  return (
    <div className="push-here">
      <Button isInactive={step === 'pending'} onClick={() => void toggle()}>
        {t(isOn ? 'settings.push.off' : 'settings.push.on')}
      </Button>
      <p className="hint" role="status">
        {step === 'refused'
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

/** Push in the reader's browsers; what is pushed is chosen when one has it. */
export function PushSettings({ view, onChanged }: Props) {
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
      {settings.browsers.length > 0 && <PushForm settings={settings} onSaved={keep} />}
    </>
  );
}
