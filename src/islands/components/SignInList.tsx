import type { SignInWire } from '#contracts/wire/settings.ts';
import { formatDateTime } from '#i18n/format.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { browserName } from './browser-name.ts';

/**
 * The log of a user's logins, newest first: for themselves in the settings, for administrators on
 * the user's page.
 */
export function SignInList({ entries }: { entries: readonly SignInWire[] }) {
  const { t, lang } = useTexts();
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
                <time dateTime={one.created_at}>
                  {formatDateTime(lang, new Date(one.created_at))}
                </time>
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
