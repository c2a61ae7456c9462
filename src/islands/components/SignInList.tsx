import type { SignInWire } from '#contracts/wire/settings.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { browserName } from './browser-name.ts';
import { Time } from './Time.tsx';

/** A user's logins, newest first: in their settings, and for administrators on the user's page. */
export function SignInList({ entries }: { entries: readonly SignInWire[] }) {
  const { t } = useTexts();
  if (entries.length === 0) return <p className="hint">{t('settings.logins.log.none')}</p>;
  return (
    <ul className="keys">
      {entries.map((entry) => (
        <li key={entry.id}>
          <div>
            <b>{t(`settings.logins.log.event.${entry.event}`)}</b>
            {entry.kind === 'admin' && <span className="chip">{t('settings.logins.admin')}</span>}
            <p className="meta dots num">
              <Time at={entry.created_at} full />
              {entry.reason && <span>{t(`settings.logins.log.reason.${entry.reason}`)}</span>}
              {entry.ip && <span>{entry.ip}</span>}
              <span>{browserName(entry.user_agent) ?? t('settings.logins.unknown')}</span>
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
