import { useState } from 'react';
import { SIGN_INS_KEPT_DAYS } from '#contracts/limits.ts';
import type { SessionWire } from '#contracts/wire/settings.ts';
import { formatDay } from '#i18n/format.ts';
import { endSession, readSessions, readSignIns } from '#stores/settings.ts';
import { report } from '#stores/tips.ts';
import { agentName } from '../ui/agent.ts';
import { Bones } from '../ui/Bones.tsx';
import { Button } from '../ui/Button.tsx';
import { useLoaded } from '../ui/loaded.ts';
import { SignInList } from '../ui/SignInList.tsx';
import { Trouble } from '../ui/Trouble.tsx';
import { useTexts } from '../ui/text.ts';

function Login({ login, onEnd }: { login: SessionWire; onEnd(): void }) {
  const { t, lang } = useTexts();
  const name = agentName(login.user_agent) ?? t('settings.logins.unknown');
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

/** What happened to the reader's logins lately; asked for by who opens it. */
function SignIns() {
  const { value, failure, again } = useLoaded('sign-ins', readSignIns);
  if (failure) return <Trouble failure={failure} onAgain={again} />;
  return value ? <SignInList entries={value} /> : <Bones rows={2} />;
}

/** Where the reader is logged in, with a way to end it. */
export function Logins() {
  const { t } = useTexts();
  const { value, failure, again, change } = useLoaded('logins', readSessions);
  const [opened, setOpened] = useState(false);
  const end = (id?: string) => {
    endSession(id).then(
      () =>
        change((now) => now.filter((one) => one.current || (id !== undefined && one.id !== id))),
      report,
    );
  };
  if (failure) return <Trouble failure={failure} onAgain={again} />;
  if (!value) return <Bones rows={2} />;
  return (
    <>
      <ul className="keys">
        {value.map((login) => (
          <Login key={login.id} login={login} onEnd={() => end(login.id)} />
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
        {opened && <SignIns />}
      </details>
    </>
  );
}
