import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { $adminLocation, setAdminQuery } from '#client/admin/admin-location.ts';
import { showUndoToast } from '#client/admin/undo-toast.ts';
import { call } from '#client/core/api.ts';
import { replyPermalink, threadPath } from '#contracts/paths.ts';
import type { AdminBanWire, AdminUserWire, AdminWarningWire } from '#contracts/wire/admin-user.ts';
import { formatNumber } from '#i18n/format.ts';
import { BanPeriod } from '../../components/BanPeriod.tsx';
import { Button } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { foreignLang } from '../../components/foreign-lang.ts';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { SignInList } from '../../components/SignInList.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { UserNotes } from '../../moderation/queue/UserNotes.tsx';
import { BackLink } from '../components/BackLink.tsx';
import { Details } from '../components/Details.tsx';
import { LoadingOrError } from '../components/LoadingOrError.tsx';
import { ScreenHeader } from '../components/ScreenHeader.tsx';
import { AdminFormDialog } from '../form/AdminFormDialog.tsx';
import { reasonField } from '../form/FieldList.tsx';
import { useBanTime, useCommunityZone } from '../hooks/use-ban-time.ts';
import { usePolledQuery } from '../hooks/use-polled-query.ts';
import { OwnData, type Personal, PersonalData } from './OwnData.tsx';
import { UserCard } from './UserCard.tsx';
import {
  AdminBanDialog,
  AdminWarnDialog,
  ChangeGroupDialog,
  RenameUserDialog,
} from './UserDialogs.tsx';
import { UserSessions } from './UserSessions.tsx';
import { UserTokens } from './UserTokens.tsx';

const STATE_CLASSES = { ahead: 'late', now: 'ban', over: 'past', lifted: 'past' } as const;

function banState({ begin_at, end_at, lifted_at }: AdminBanWire): keyof typeof STATE_CLASSES {
  if (lifted_at) return 'lifted';
  if (end_at && Date.parse(end_at) <= Date.now()) return 'over';
  return Date.parse(begin_at) > Date.now() ? 'ahead' : 'now';
}

function BanHistory({ bans }: { bans: readonly AdminBanWire[] }) {
  const { t, lang } = useTexts();
  const formatTime = useBanTime();
  const zone = useCommunityZone();
  return (
    <section className="block">
      <h2>{t('admin.users.bans')}</h2>
      {bans.length === 0 && <p className="hint">{t('admin.users.noBans')}</p>}
      <ul className="keys">
        {bans.map((ban) => {
          const standing = banState(ban);
          return (
            <li key={ban.id}>
              <div>
                <b lang={foreignLang(lang, ban.reason)}>{ban.reason}</b>
                {ban.hides && <span className="chip">{t('admin.users.hides')}</span>}
                <p className="meta dots num">
                  <span>
                    <BanPeriod ban={ban} zone={zone} />
                  </span>
                  <span>{t('admin.users.by', { name: ban.by.nickname })}</span>
                  {ban.lifted_at && (
                    <span>
                      {t('admin.users.liftedBy', {
                        name: ban.lifted_by ?? '–',
                        at: formatTime(ban.lifted_at),
                      })}
                    </span>
                  )}
                </p>
              </div>
              <span className={`dot ${STATE_CLASSES[standing]}`}>
                {t(`admin.users.ban.${standing}`)}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface Props {
  warnings: readonly AdminWarningWire[];
  onWithdraw(warning: AdminWarningWire): void;
}

/** All warnings of a user, newest first, with the number that counts (R29). */
function WarningHistory({ warnings, onWithdraw }: Props) {
  const { t, lang } = useTexts();
  const activeCount = warnings.filter(({ withdrawn_at }) => !withdrawn_at).length;
  return (
    <section className="block">
      <header>
        <h2>{t('admin.users.warned')}</h2>
        {warnings.length > 0 && (
          <p className="meta">{t('admin.users.counting', { count: activeCount })}</p>
        )}
      </header>
      {warnings.length === 0 && <p className="hint">{t('admin.users.noWarnings')}</p>}
      <ul className="keys">
        {warnings.map((warning) => (
          <li key={warning.id} data-past={warning.withdrawn_at ? '' : undefined}>
            <div>
              <b lang={foreignLang(lang, warning.note)}>{warning.note}</b>
              <p className="meta dots">
                {warning.thread_id > 0 && (
                  <a
                    href={
                      warning.post_id
                        ? replyPermalink(lang, warning.thread_id, warning.post_id)
                        : threadPath(lang, warning.thread_id)
                    }
                    lang={foreignLang(lang, warning.subject)}
                  >
                    {warning.subject}
                  </a>
                )}
                <span>{t('admin.users.by', { name: warning.by.nickname })}</span>
                <RelativeTime at={warning.created_at} />
              </p>
            </div>
            {warning.withdrawn_at ? (
              <span className="meta">
                {t('admin.users.withdrawnBy', { name: warning.withdrawn_by ?? '–' })}
              </span>
            ) : (
              <Button
                className="small"
                aria-label={t('admin.users.withdrawOne', { note: warning.note })}
                onClick={() => onWithdraw(warning)}
              >
                {t('admin.users.withdraw')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

const COUNTERS = ['threads', 'replies', 'likes', 'digests', 'featured'] as const;

function UserCounters({ user }: { user: AdminUserWire }) {
  const { t, lang } = useTexts();
  const counts = { ...user, replies: user.posts - user.threads };
  return (
    <Details
      className="metrics"
      rows={COUNTERS.map((name) => [
        t(`admin.users.number.${name}`),
        <b key={name} className="num">
          {formatNumber(lang, counts[name])}
        </b>,
      ])}
    />
  );
}

/** A user with history and actions. The open dialog is in the address. */
export function UserDetails({ id }: { id: number }) {
  const { t } = useTexts();
  const { query } = useStore($adminLocation);
  const { value: user, ...loading } = usePolledQuery('GET /v2/admin/users/{id}', {
    params: { id },
  });
  const { reload } = loading;
  const [warningToWithdraw, setWarningToWithdraw] = useState<AdminWarningWire>();
  const [personal, setPersonal] = useState<Personal>();
  const back = <BackLink screen="users">{t('admin.users.back')}</BackLink>;
  if (!user)
    return (
      <>
        <ScreenHeader title={t('admin.users.numbered', { id })} text={back} />
        {loading.failure?.status === 404 ? (
          <EmptyState of="admin.users.nobody" />
        ) : (
          <LoadingOrError {...loading} rows={8} />
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
      {openDialog === 'rename' && <RenameUserDialog user={user} onClose={close} onDone={done} />}
      {openDialog === 'warn' && (
        <AdminWarnDialog user={user} onStale={reload} onClose={close} onDone={done} />
      )}
      {openDialog === 'ban' && (
        <AdminBanDialog user={user} onStale={reload} onClose={close} onDone={done} />
      )}
      {openDialog === 'unban' && (
        <AdminFormDialog
          title={t('admin.users.unbanTitle', { name: user.nickname })}
          initial={{ reason: '' }}
          fields={[reasonField(t, t('admin.users.userNotified'))]}
          action={t('admin.users.unban')}
          requiresFreshLogin={user.administers}
          onSubmit={async ({ reason }) => {
            const note = reason.trim();
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
        <AdminFormDialog
          title={t('admin.users.withdrawTitle')}
          text={warningToWithdraw.note}
          initial={{ reason: '' }}
          fields={[reasonField(t, t('admin.users.userNotified'))]}
          action={t('admin.users.withdraw')}
          onSubmit={async ({ reason }) => {
            const note = reason.trim();
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
