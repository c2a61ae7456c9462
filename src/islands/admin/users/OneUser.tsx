import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { adminPath } from '#contracts/admin.ts';
import type { AdminUserWire, AdminWarningWire } from '#contracts/wire/admin-user.ts';
import { formatNumber } from '#i18n/format.ts';
import { $place, setQuery } from '#stores/admin/place.ts';
import { type Done, tellDone } from '#stores/admin/undo.ts';
import { call } from '#stores/api.ts';
import { SignInList } from '../../ui/SignInList.tsx';
import { State } from '../../ui/State.tsx';
import { useTexts } from '../../ui/text.ts';
import { AskReason } from '../form/AskReason.tsx';
import { Head } from '../ui/Head.tsx';
import { useLooked } from '../ui/looked.ts';
import { Waiting } from '../ui/Waiting.tsx';
import { BanDialog } from './BanDialog.tsx';
import { Bans } from './Bans.tsx';
import { Card } from './Card.tsx';
import { Logins } from './Logins.tsx';
import { type Personal, PersonalData } from './PersonalData.tsx';
import { RegroupDialog } from './RegroupDialog.tsx';
import { TokensOf } from './TokensOf.tsx';
import { Warnings } from './Warnings.tsx';

const NUMBERS = ['threads', 'replies', 'likes', 'digests', 'featured'] as const;

function Numbers({ user }: { user: AdminUserWire }) {
  const { t, lang } = useTexts();
  const counts = { ...user, replies: user.posts - user.threads };
  return (
    <dl className="metrics">
      {NUMBERS.map((name) => (
        <div key={name}>
          <dt>{t(`admin.users.number.${name}`)}</dt>
          <dd>
            <b className="num">{formatNumber(lang, counts[name])}</b>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/**
 * A person: who they are, what they did, what was done to them, and what can be. What is being done
 * stands in the address.
 */
export function OneUser({ id }: { id: number }) {
  const { t } = useTexts();
  const { query } = useStore($place);
  const { seen: user, failure, again } = useLooked<AdminUserWire>(`/v2/admin/users/${id}`);
  const [withdrawing, setWithdrawing] = useState<AdminWarningWire>();
  const [personal, setPersonal] = useState<Personal>();
  const back = <a href={adminPath('users')}>{t('admin.users.back')}</a>;
  if (!user)
    return (
      <>
        <Head title={t('admin.users.numbered', { id })} text={back} />
        {failure?.status === 404 ? (
          <State title={t('admin.users.nobody.title')} text={t('admin.users.nobody.text')} />
        ) : (
          <Waiting failure={failure} again={again} rows={8} />
        )}
      </>
    );
  const doing = query.get('do');
  const close = () => setQuery({ do: undefined });
  const done = () => {
    close();
    again();
  };
  return (
    <>
      <Head title={user.nickname} text={back} />
      <div className="split person">
        <div>
          <Numbers user={user} />
          <Bans bans={user.bans} />
          <Warnings warnings={user.warned} onWithdraw={setWithdrawing} />
          <Logins user={user} ips={personal?.sessions} onEnded={again} />
          {personal && (
            <section className="block">
              <h2>{t('settings.logins.log.title')}</h2>
              <SignInList entries={personal.sign_ins} />
            </section>
          )}
          <TokensOf id={user.id} />
        </div>
        <aside>
          <Card user={user} onDo={(act) => setQuery({ do: act })} />
          <PersonalData id={user.id} personal={personal} onShown={setPersonal} />
        </aside>
      </div>
      {doing === 'group' && <RegroupDialog user={user} onClose={close} onDone={done} />}
      {doing === 'ban' && <BanDialog user={user} onStale={again} onClose={close} onDone={done} />}
      {doing === 'unban' && (
        <AskReason
          title={t('admin.users.unbanTitle', { name: user.nickname })}
          label={t('admin.users.reason')}
          hint={t('admin.users.told')}
          action={t('admin.users.unban')}
          guarded={user.administers}
          act={async (reason) => {
            const { undo } = await call<Done>(`/v2/admin/users/${user.id}/unban`, {
              method: 'POST',
              body: { reason, seen: user.ban },
            });
            tellDone('admin.users.unbanned', { name: user.nickname }, undo, again);
            again();
          }}
          onStale={again}
          onClose={close}
        />
      )}
      {withdrawing && (
        <AskReason
          title={t('admin.users.withdrawTitle')}
          text={withdrawing.note}
          label={t('admin.users.reason')}
          hint={t('admin.users.told')}
          action={t('admin.users.withdraw')}
          act={async (note) => {
            await call(`/v2/admin/warnings/${withdrawing.id}/withdraw`, {
              method: 'POST',
              body: { note },
            });
            again();
          }}
          onClose={() => setWithdrawing(undefined)}
        />
      )}
    </>
  );
}
