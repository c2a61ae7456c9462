import { useState } from 'react';
import { call } from '#client/core/api.ts';
import { showErrorToast } from '#client/core/toasts.ts';
import { SIGN_IN_RETENTION_DAYS } from '#contracts/limits.ts';
import type { SessionWire } from '#contracts/wire/settings.ts';
import { formatDay } from '#i18n/format.ts';
import { Button } from '../components/Button.tsx';
import { browserName } from '../components/browser-name.ts';
import { Loaded } from '../components/Loaded.tsx';
import { SignInList } from '../components/SignInList.tsx';
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

/** The log of sign-ins, loaded on opening. */
function RecentSignIns() {
  const query = useQuery('sign-ins', async () => (await call('GET /v1/user/session/log')).data);
  return (
    <Loaded query={query} rows={2}>
      {(entries) => <SignInList entries={entries} />}
    </Loaded>
  );
}

export function SessionSettings() {
  const { t } = useTexts();
  const query = useQuery('logins', async () => (await call('GET /v1/user/session')).data);
  const [opened, setOpened] = useState(false);
  /** Ends one session, or all but this one. */
  const end = (id?: string) => {
    const remains = (login: SessionWire) => login.current || (id !== undefined && login.id !== id);
    call('DELETE /v1/user/session', { query: { id } }).then(
      () => query.update((logins) => logins.filter(remains)),
      showErrorToast,
    );
  };
  return (
    <Loaded query={query} rows={2}>
      {(logins) => (
        <>
          <ul className="keys">
            {logins.map((login) => (
              <SessionRow key={login.id} login={login} onEnd={() => end(login.id)} />
            ))}
          </ul>
          {logins.some((login) => !login.current) && (
            <div className="done">
              <Button onClick={() => end()}>{t('settings.logins.endAll')}</Button>
            </div>
          )}
          <details
            className="log"
            onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}
          >
            <summary>{t('settings.logins.log.title')}</summary>
            <p className="hint">
              {t('settings.logins.log.text', { days: SIGN_IN_RETENTION_DAYS })}
            </p>
            {opened && <RecentSignIns />}
          </details>
        </>
      )}
    </Loaded>
  );
}
