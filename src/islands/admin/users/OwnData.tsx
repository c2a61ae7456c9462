import { useState } from 'react';
import { call } from '#client/core/api.ts';
import { showErrorToast } from '#client/core/toasts.ts';
import { DELETION_DELAY_DAYS } from '#contracts/limits.ts';
import { POSTS_CHOICES } from '#contracts/posts-choices.ts';
import type { AdminUserWire, PersonalDataWire } from '#contracts/wire/admin-user.ts';
import { formatDay } from '#i18n/format.ts';
import { Button } from '../../components/Button.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { LoadingOrError } from '../components/LoadingOrError.tsx';
import { RequireFreshLogin } from '../components/RequireFreshLogin.tsx';
import { AdminFormDialog } from '../form/AdminFormDialog.tsx';
import { reasonField } from '../form/FieldList.tsx';
import { toChoices } from '../form/form-fields.tsx';
import { usePolledQuery } from '../hooks/use-polled-query.ts';

export type Personal = PersonalDataWire;

const PERSONAL_FIELDS = ['realname', 'email', 'mobile', 'qq', 'created_ip', 'login_ip'] as const;

interface PersonalProps {
  id: number;
  personal: Personal | undefined;
  onLoaded(personal: Personal): void;
}

/**
 * Personal data. It is shown on request after a fresh login, and the action log records who has
 * looked.
 */
export function PersonalData({ id, personal, onLoaded }: PersonalProps) {
  const { t } = useTexts();
  const [busy, setBusy] = useState(false);
  const load = () => {
    setBusy(true);
    call('POST /v2/admin/users/{id}/personal', { params: { id } })
      .then(onLoaded)
      .catch(showErrorToast)
      .finally(() => setBusy(false));
  };
  return (
    <section className="block" aria-busy={busy}>
      <h2>{t('admin.users.personal')}</h2>
      {personal ? (
        <dl className="details">
          {PERSONAL_FIELDS.map((field) => (
            <div key={field}>
              <dt>{t(`admin.users.field.${field}`)}</dt>
              <dd>
                {personal[field] || <span className="meta">{t('admin.users.unknown')}</span>}
                {field === 'email' && personal.email && (
                  <span className="meta">
                    {' '}
                    {t(personal.email_checked ? 'admin.users.checked' : 'admin.users.unchecked')}
                  </span>
                )}
              </dd>
            </div>
          ))}
        </dl>
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

/** What administrators do for a member with everything that the forum has of them. */
export function OwnData({ user }: { user: AdminUserWire }) {
  const { t, lang } = useTexts();
  const { value, failure, reload } = usePolledQuery('GET /v2/admin/users/{id}/own-data', {
    params: { id: user.id },
  });
  const [dialog, setDialog] = useState<'delete' | 'revoke' | 'export'>();
  const dialogProps = { requiresFreshLogin: true, onClose: () => setDialog(undefined) };
  const day = (at: string | null) => (at ? formatDay(lang, new Date(at)) : '');
  const archive = value?.export;
  return (
    <section className="block">
      <h2>{t('admin.users.ownData.title')}</h2>
      {!value && <LoadingOrError failure={failure} onRetry={reload} rows={2} />}
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
              {value.deletion ? (
                <Button className="small" onClick={() => setDialog('revoke')}>
                  {t('admin.users.ownData.revoke')}
                </Button>
              ) : (
                <Button className="small" onClick={() => setDialog('delete')}>
                  {t('admin.users.ownData.deletion')}
                </Button>
              )}
              {!value.export_next_at && (
                <Button className="small" onClick={() => setDialog('export')}>
                  {t('admin.users.ownData.export')}
                </Button>
              )}
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
      {dialog === 'delete' && (
        <AdminFormDialog<{ posts: (typeof POSTS_CHOICES)[number]; reason: string }>
          {...dialogProps}
          title={t('admin.users.ownData.deletionTitle', { name: user.nickname })}
          text={t('admin.users.ownData.deletionText', { days: DELETION_DELAY_DAYS })}
          action={t('admin.users.ownData.deletion')}
          initial={{ posts: 'keep', reason: '' }}
          fields={[
            {
              kind: 'choice',
              name: 'posts',
              label: t('admin.users.ownData.posts'),
              options: toChoices(POSTS_CHOICES, (one) => t(`admin.users.ownData.${one}`)),
            },
            reasonField(t, t('admin.users.told')),
          ]}
          onSubmit={({ posts, reason }) =>
            call('POST /v2/admin/users/{id}/deletion', {
              params: { id: user.id },
              body: { posts, reason: reason.trim() },
            }).then(reload)
          }
        />
      )}
      {dialog === 'revoke' && (
        <AdminFormDialog
          {...dialogProps}
          title={t('admin.users.ownData.revokeTitle', { name: user.nickname })}
          action={t('admin.users.ownData.revoke')}
          initial={{ reason: '' }}
          fields={[reasonField(t, t('admin.users.told'))]}
          onSubmit={({ reason }) =>
            call('POST /v2/admin/users/{id}/deletion/revoke', {
              params: { id: user.id },
              body: { reason: reason.trim() },
            }).then(reload)
          }
        />
      )}
      {dialog === 'export' && (
        <AdminFormDialog
          {...dialogProps}
          title={t('admin.users.ownData.exportTitle', { name: user.nickname })}
          text={t('admin.users.ownData.exportText')}
          action={t('admin.users.ownData.export')}
          initial={{ reason: '' }}
          fields={[reasonField(t, t('admin.users.logged'))]}
          onSubmit={({ reason }) =>
            call('POST /v2/admin/users/{id}/export', {
              params: { id: user.id },
              body: { reason: reason.trim() },
            }).then(reload)
          }
        />
      )}
    </section>
  );
}
