import type { SignInWire } from '#contracts/wire/settings.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { browserName } from './browser-name.ts';
import { Time } from './Time.tsx';

/**
 * The log of a user's logins, newest first: for themselves in the settings, for administrators on
 * the user's page.
 */
export function SignInList({ entries }: { entries: readonly SignInWire[] }) {
  const { t } = useTexts();
  if (entries.length === 0) return <p className="hint">{t('settings.logins.log.none')}</p>;
  return (
    <ul className="keys">
      {entries.map((one) => (
        <li key={one.id}>
          <div>
            <b>{t(`settings.logins.log.event.${one.event}`)}</b>
            {one.kind === 'admin' && <span className="chip">{t('settings.logins.admin')}</span>}
            <p className="meta dots num">
              <span>
                <Time at={one.created_at} full />
              </span>
              {one.reason && <span>{t(`settings.logins.log.reason.${one.reason}`)}</span>}
              {one.ip && <span>{one.ip}</span>}
              <span>{browserName(one.user_agent) ?? t('settings.logins.unknown')}</span>
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
