import { useState } from 'react';
import { call } from '#client/core/api.ts';
import type { AdminSessionWire, AdminUserWire } from '#contracts/wire/admin-user.ts';
import { Button } from '../../components/Button.tsx';
import { browserName } from '../../components/browser-name.ts';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { AdminFormDialog } from '../form/AdminFormDialog.tsx';

interface Props {
  user: AdminUserWire;
  /** Loaded on request. */
  ips: readonly { id: string; ip: string }[] | undefined;
  onEnded(): void;
}

export function UserSessions({ user, ips, onEnded }: Props) {
  const { t } = useTexts();
  const [ending, setEnding] = useState<AdminSessionWire | 'all'>();
  const others = user.sessions.filter((session) => !session.current);
  const sessionName = (one: AdminSessionWire) =>
    browserName(one.user_agent) ?? t('settings.logins.unknown');
  return (
    <section className="block">
      <header>
        <h2>{t('admin.users.logins')}</h2>
        <p className="meta num">{t('admin.users.loginsCount', { count: user.logins })}</p>
        {others.length > 1 && (
          <Button className="small bad" onClick={() => setEnding('all')}>
            {t('admin.users.endAll')}
          </Button>
        )}
      </header>
      {user.sessions.length === 0 && <p className="hint">{t('admin.users.noLogins')}</p>}
      <ul className="keys">
        {user.sessions.map((session) => (
          <li key={session.id}>
            <div>
              <b>{sessionName(session)}</b>
              {session.kind === 'admin' && <span className="chip">{t('admin.rail.admin')}</span>}
              {session.current && <span className="chip">{t('settings.logins.current')}</span>}
              <p className="meta dots num">
                <span>
                  {t('admin.users.seen')} <RelativeTime at={session.seen_at} />
                </span>
                {ips && <span>{ips.find((found) => found.id === session.id)?.ip}</span>}
              </p>
            </div>
            {!session.current && (
              <Button
                className="small"
                aria-label={t('settings.logins.endOne', { name: sessionName(session) })}
                onClick={() => setEnding(session)}
              >
                {t('settings.logins.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {ending && (
        <AdminFormDialog
          title={
            ending === 'all'
              ? t('admin.users.endAllTitle', { name: user.nickname })
              : t('admin.users.endTitle', { name: user.nickname, browser: sessionName(ending) })
          }
          text={t('admin.users.endText')}
          action={t('settings.logins.end')}
          isDangerous
          onClose={() => setEnding(undefined)}
          onSubmit={() =>
            call('POST /v2/admin/users/{id}/sessions/end', {
              params: { id: user.id },
              body: ending === 'all' ? {} : { id: ending.id },
            }).then(onEnded)
          }
        />
      )}
    </section>
  );
}
