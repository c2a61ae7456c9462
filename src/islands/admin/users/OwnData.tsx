import { useState } from 'react';
import { call } from '#client/core/api.ts';
import { showErrorToast } from '#client/core/toasts.ts';
import { DELETION_DELAY_DAYS } from '#contracts/limits.ts';
import { POSTS_CHOICES } from '#contracts/posts-choices.ts';
import type { AdminUserWire, PersonalDataWire } from '#contracts/wire/admin-user.ts';
import { formatDay } from '#i18n/format.ts';
import { Button } from '../../components/Button.tsx';
import { toChoices } from '../../components/form-fields.tsx';
import { useSubmit } from '../../hooks/use-submit.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { Details } from '../components/Details.tsx';
import { LoadingOrError } from '../components/LoadingOrError.tsx';
import { RequireFreshLogin } from '../components/RequireFreshLogin.tsx';
import { AdminFormDialog } from '../form/AdminFormDialog.tsx';
import { reasonField } from '../form/FieldList.tsx';
import { usePolledQuery } from '../hooks/use-polled-query.ts';

export type Personal = PersonalDataWire;

const PERSONAL_FIELDS = ['realname', 'email', 'mobile', 'qq', 'created_ip', 'login_ip'] as const;

interface PersonalProps {
  id: number;
  personal: Personal | undefined;
  onLoaded(personal: Personal): void;
}

/** Personal data, loaded on request after a fresh login. The action log records the access. */
export function PersonalData({ id, personal, onLoaded }: PersonalProps) {
  const { t } = useTexts();
  const { step, run } = useSubmit();
  const busy = step === 'pending';
  const load = () =>
    run(() =>
      call('POST /v2/admin/users/{id}/personal', { params: { id } }).then(onLoaded, showErrorToast),
    );
  return (
    <section className="block" aria-busy={busy}>
      <h2>{t('admin.users.personal')}</h2>
      {personal ? (
        <Details
          rows={PERSONAL_FIELDS.map((field) => [
            t(`admin.users.field.${field}`),
            <>
              {personal[field] || <span className="meta">{t('admin.users.unknown')}</span>}
              {field === 'email' && personal.email && (
                <span className="meta">
                  {' '}
                  {t(personal.email_checked ? 'admin.users.checked' : 'admin.users.unchecked')}
                </span>
              )}
            </>,
          ])}
        />
      ) : (
        <>
          <p className="hint">{t('admin.users.personalText')}</p>
          <RequireFreshLogin>
            <p className="row">
              <Button className="small" isInactive={busy} onClick={load}>
                {t('admin.users.show')}
              </Button>
            </p>
          </RequireFreshLogin>
        </>
      )}
    </section>
  );
}

/** Calls by which an administrator deletes or exports a member's data. */
const ORDERS = {
  deletion: 'POST /v2/admin/users/{id}/deletion',
  revoke: 'POST /v2/admin/users/{id}/deletion/revoke',
  export: 'POST /v2/admin/users/{id}/export',
} as const;
type Order = keyof typeof ORDERS;

/** Deletion and export of all data of a member, on an administrator's order. */
export function OwnData({ user }: { user: AdminUserWire }) {
  const { t, lang } = useTexts();
  const { value, ...loading } = usePolledQuery('GET /v2/admin/users/{id}/own-data', {
    params: { id: user.id },
  });
  const [dialog, setDialog] = useState<Order>();
  const day = (at: string | null) => (at ? formatDay(lang, new Date(at)) : '');
  const archive = value?.export;
  const offered: Order[] = [
    value?.deletion ? 'revoke' : 'deletion',
    ...(value?.export_next_at ? [] : (['export'] as const)),
  ];
  return (
    <section className="block">
      <h2>{t('admin.users.ownData.title')}</h2>
      {!value && <LoadingOrError {...loading} rows={2} />}
      {value?.left_at && <p className="hint">{t('admin.users.ownData.left')}</p>}
      {value && !value.left_at && (
        <>
          <p className="hint">
            {value.deletion
              ? t('admin.users.ownData.deletionDue', { date: day(value.deletion.due_at) })
              : t('admin.users.ownData.none')}
          </p>
          {archive && (
            <p className="hint">
              {t(`admin.users.ownData.state.${archive.state}`, { date: day(archive.expires_at) })}
              {archive.state === 'ready' &&
                !archive.by_administrator &&
                ` · ${t('admin.users.ownData.byMember')}`}
            </p>
          )}
          {user.below && (
            <p className="row">
              {offered.map((order) => (
                <Button key={order} className="small" onClick={() => setDialog(order)}>
                  {t(`admin.users.ownData.${order}`)}
                </Button>
              ))}
            </p>
          )}
          {user.below && archive?.state === 'ready' && archive.by_administrator && (
            <RequireFreshLogin>
              <p className="row">
                <a
                  className="btn small"
                  href={`/api/v2/admin/users/${user.id}/export/file`}
                  download
                >
                  {t('admin.users.ownData.download')}
                </a>
              </p>
            </RequireFreshLogin>
          )}
        </>
      )}
      {dialog && (
        <AdminFormDialog<{ posts: (typeof POSTS_CHOICES)[number]; reason: string }>
          requiresFreshLogin
          title={t(`admin.users.ownData.${dialog}Title`, { name: user.nickname })}
          text={
            dialog === 'revoke'
              ? undefined
              : t(`admin.users.ownData.${dialog}Text`, { days: DELETION_DELAY_DAYS })
          }
          action={t(`admin.users.ownData.${dialog}`)}
          initial={{ posts: 'keep', reason: '' }}
          fields={[
            dialog === 'deletion' && {
              kind: 'choice',
              name: 'posts',
              label: t('admin.users.ownData.posts'),
              options: toChoices(POSTS_CHOICES, (one) => t(`admin.users.ownData.${one}`)),
            },
            reasonField(
              t,
              t(dialog === 'export' ? 'admin.users.logged' : 'admin.users.userNotified'),
            ),
          ]}
          onClose={() => setDialog(undefined)}
          onSubmit={({ posts, reason }) =>
            call(ORDERS[dialog], {
              params: { id: user.id },
              body: { reason: reason.trim(), ...(dialog === 'deletion' && { posts }) },
            }).then(() => loading.reload(true))
          }
        />
      )}
    </section>
  );
}
