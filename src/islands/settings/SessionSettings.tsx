import { useState } from 'react';
import { endSession, loadSessions, loadSignIns } from '#client/account/settings.ts';
import { showErrorToast } from '#client/core/toasts.ts';
import { SIGN_INS_KEPT_DAYS } from '#contracts/limits.ts';
import type { SessionWire } from '#contracts/wire/settings.ts';
import { formatDay } from '#i18n/format.ts';
import { Button } from '../components/Button.tsx';
import { browserName } from '../components/browser-name.ts';
import { LoadError } from '../components/LoadError.tsx';
import { SignInList } from '../components/SignInList.tsx';
import { Skeleton } from '../components/Skeleton.tsx';
import { useQuery } from '../hooks/use-query.ts';
import { useTexts } from '../hooks/use-texts.ts';

function SessionRow({ login, onEnd }: { login: SessionWire; onEnd(): void }) {
  const { t, lang } = useTexts();
  const name = browserName(login.user_agent) ?? t('settings.logins.unknown');
  return (
    <li>
      <div>
        <b>{name}</b>
        {login.kind === 'admin' && <span className="chip">{t('settings.logins.admin')}</span>}
        {login.current && <span className="chip">{t('settings.logins.current')}</span>}
        <p className="meta dots">
          <span>{login.ip}</span>
          <span>
            {t('settings.logins.seen', { date: formatDay(lang, new Date(login.seen_at)) })}
          </span>
        </p>
      </div>
      {!login.current && (
        <Button aria-label={t('settings.logins.endOne', { name })} onClick={onEnd}>
          {t('settings.logins.end')}
        </Button>
      )}
    </li>
  );
}

/** The log of the reader's sign-ins; loaded when it is opened. */
function RecentSignIns() {
  const { value, failure, reload } = useQuery('sign-ins', loadSignIns);
  if (failure) return <LoadError failure={failure} onRetry={reload} />;
  return value ? <SignInList entries={value} /> : <Skeleton rows={2} />;
}

/** The reader's sessions, with buttons that end them. */
export function SessionSettings() {
  const { t } = useTexts();
  const { value, failure, reload, update } = useQuery('logins', loadSessions);
  const [opened, setOpened] = useState(false);
  const end = (id?: string) => {
    endSession(id).then(
      () =>
        update((now) => now.filter((one) => one.current || (id !== undefined && one.id !== id))),
      showErrorToast,
    );
  };
  if (failure) return <LoadError failure={failure} onRetry={reload} />;
  if (!value) return <Skeleton rows={2} />;
  return (
    <>
      <ul className="keys">
        {value.map((login) => (
          <SessionRow key={login.id} login={login} onEnd={() => end(login.id)} />
        ))}
      </ul>
      {value.some((login) => !login.current) && (
        <div className="done">
          <Button onClick={() => end()}>{t('settings.logins.endAll')}</Button>
        </div>
      )}
      <details className="log" onToggle={(event) => event.currentTarget.open && setOpened(true)}>
        <summary>{t('settings.logins.log.title')}</summary>
        <p className="hint">{t('settings.logins.log.text', { days: SIGN_INS_KEPT_DAYS })}</p>
        {opened && <RecentSignIns />}
      </details>
    </>
  );
}
