import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { $adminLocation, setAdminQuery } from '#client/admin/admin-location.ts';
import { showUndoToast } from '#client/admin/undo-toast.ts';
import { call } from '#client/core/api.ts';
import type { AdminUserWire, AdminWarningWire } from '#contracts/wire/admin-user.ts';
import { formatNumber } from '#i18n/format.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { SignInList } from '../../components/SignInList.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { UserNotes } from '../../moderation/queue/UserNotes.tsx';
import { BackLink } from '../components/BackLink.tsx';
import { LoadingOrError } from '../components/LoadingOrError.tsx';
import { ScreenHeader } from '../components/ScreenHeader.tsx';
import { ReasonDialog } from '../form/ReasonDialog.tsx';
import { usePolledQuery } from '../hooks/use-polled-query.ts';
import { AdminBanDialog } from './AdminBanDialog.tsx';
import { BanHistory } from './BanHistory.tsx';
import { ChangeGroupDialog } from './ChangeGroupDialog.tsx';
import { OwnData } from './OwnData.tsx';
import { type Personal, PersonalData } from './PersonalData.tsx';
import { UserCard } from './UserCard.tsx';
import { UserSessions } from './UserSessions.tsx';
import { UserTokens } from './UserTokens.tsx';
import { WarningHistory } from './WarningHistory.tsx';

const COUNTERS = ['threads', 'replies', 'likes', 'digests', 'featured'] as const;

function UserCounters({ user }: { user: AdminUserWire }) {
  const { t, lang } = useTexts();
  const counts = { ...user, replies: user.posts - user.threads };
  return (
    <dl className="metrics">
      {COUNTERS.map((name) => (
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
 * A user: identity, history, bans and warnings, with actions. The open dialog is in the address.
 */
export function UserDetails({ id }: { id: number }) {
  const { t } = useTexts();
  const { query } = useStore($adminLocation);
  const {
    value: user,
    failure,
    reload,
  } = usePolledQuery('GET /v2/admin/users/{id}', { params: { id } });
  const [warningToWithdraw, setWarningToWithdraw] = useState<AdminWarningWire>();
  const [personal, setPersonal] = useState<Personal>();
  const back = <BackLink screen="users">{t('admin.users.back')}</BackLink>;
  if (!user)
    return (
      <>
        <ScreenHeader title={t('admin.users.numbered', { id })} text={back} />
        {failure?.status === 404 ? (
          <EmptyState title={t('admin.users.nobody.title')} text={t('admin.users.nobody.text')} />
        ) : (
          <LoadingOrError failure={failure} onRetry={reload} rows={8} />
        )}
      </>
    );
  const openDialog = query.get('do');
  const close = () => setAdminQuery({ do: undefined });
  const done = () => {
    close();
    reload();
  };
  return (
    <>
      <ScreenHeader title={user.nickname} text={back} />
      <div className="split person">
        <div>
          <UserCounters user={user} />
          <BanHistory bans={user.bans} />
          <UserNotes userId={user.id} />
          <WarningHistory warnings={user.warned} onWithdraw={setWarningToWithdraw} />
          <UserSessions user={user} ips={personal?.sessions} onEnded={reload} />
          {personal && (
            <section className="block">
              <h2>{t('settings.logins.log.title')}</h2>
              <SignInList entries={personal.sign_ins} />
            </section>
          )}
          <UserTokens id={user.id} />
        </div>
        <aside>
          <UserCard user={user} onDo={(act) => setAdminQuery({ do: act })} />
          <OwnData user={user} />
          <PersonalData id={user.id} personal={personal} onLoaded={setPersonal} />
        </aside>
      </div>
      {openDialog === 'group' && <ChangeGroupDialog user={user} onClose={close} onDone={done} />}
      {openDialog === 'ban' && (
        <AdminBanDialog user={user} onStale={reload} onClose={close} onDone={done} />
      )}
      {openDialog === 'unban' && (
        <ReasonDialog
          title={t('admin.users.unbanTitle', { name: user.nickname })}
          label={t('admin.users.reason')}
          hint={t('admin.users.told')}
          action={t('admin.users.unban')}
          requiresFreshLogin={user.administers}
          onSubmit={async (note) => {
            const result = await call('POST /v2/admin/actions', {
              body: { action: 'liftBan', kind: 'user', ids: [user.id], note, seen: user.ban },
            });
            showUndoToast('admin.users.unbanned', { name: user.nickname }, result, reload);
            reload();
          }}
          onStale={reload}
          onClose={close}
        />
      )}
      {warningToWithdraw && (
        <ReasonDialog
          title={t('admin.users.withdrawTitle')}
          text={warningToWithdraw.note}
          label={t('admin.users.reason')}
          hint={t('admin.users.told')}
          action={t('admin.users.withdraw')}
          onSubmit={async (note) => {
            await call('POST /v2/admin/actions', {
              body: {
                action: 'withdrawWarning',
                kind: 'warning',
                ids: [warningToWithdraw.id],
                note,
              },
            });
            reload();
          }}
          onClose={() => setWarningToWithdraw(undefined)}
        />
      )}
    </>
  );
}
