import { useState } from 'react';
import type { AdminSessionWire, AdminUserWire } from '#contracts/wire/admin-user.ts';
import { call } from '#stores/api.ts';
import { agentName } from '../../ui/agent.ts';
import { Button } from '../../ui/Button.tsx';
import { useTexts } from '../../ui/text.ts';
import { Confirm } from '../form/Confirm.tsx';
import { When } from '../ui/When.tsx';

interface Props {
  user: AdminUserWire;
  /** Addresses, once somebody has asked for them. */
  ips: readonly { id: string; ip: string }[] | undefined;
  onEnded(): void;
}

/** Where somebody is logged in, with ways to end it. */
export function Logins({ user, ips, onEnded }: Props) {
  const { t } = useTexts();
  const [ending, setEnding] = useState<AdminSessionWire | 'all'>();
  const others = user.sessions.filter((one) => !one.current);
  const nameOf = (one: AdminSessionWire) =>
    agentName(one.user_agent) ?? t('settings.logins.unknown');
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
        {user.sessions.map((one) => (
          <li key={one.id}>
            <div>
              <b>{nameOf(one)}</b>
              {one.kind === 'admin' && <span className="chip">{t('admin.rail.admin')}</span>}
              {one.current && <span className="chip">{t('settings.logins.current')}</span>}
              <p className="meta dots num">
                <span>
                  {t('admin.users.seen')} <When at={one.seen_at} />
                </span>
                {ips && <span>{ips.find((found) => found.id === one.id)?.ip}</span>}
              </p>
            </div>
            {!one.current && (
              <Button
                className="small"
                aria-label={t('settings.logins.endOne', { name: nameOf(one) })}
                onClick={() => setEnding(one)}
              >
                {t('settings.logins.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {ending && (
        <Confirm
          title={
            ending === 'all'
              ? t('admin.users.endAllTitle', { name: user.nickname })
              : t('admin.users.endTitle', { name: user.nickname, browser: nameOf(ending) })
          }
          text={t('admin.users.endText')}
          action={t('settings.logins.end')}
          onClose={() => setEnding(undefined)}
          act={async () => {
            await call(`/v2/admin/users/${user.id}/sessions/end`, {
              method: 'POST',
              body: ending === 'all' ? {} : { id: ending.id },
            });
            onEnded();
          }}
        />
      )}
    </section>
  );
}
