import { useState } from 'react';
import { call } from '#client/core/api.ts';
import { DELETION_DELAY_DAYS } from '#contracts/limits.ts';
import { POSTS_CHOICES } from '#contracts/posts-choices.ts';
import type { AdminUserWire } from '#contracts/wire/admin-user.ts';
import type { AccountDeletionWire } from '#contracts/wire/own-data.ts';
import { formatDay } from '#i18n/format.ts';
import { Button } from '../../components/Button.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { LoadingOrError } from '../components/LoadingOrError.tsx';
import { RequireFreshLogin } from '../components/RequireFreshLogin.tsx';
import { AdminFormDialog } from '../form/AdminFormDialog.tsx';
import { SelectField, TextField } from '../form/form-fields.tsx';
import { ReasonDialog } from '../form/ReasonDialog.tsx';
import { usePolledQuery } from '../hooks/use-polled-query.ts';

type Posts = AccountDeletionWire['posts'];

function DeletionDialog({
  user,
  onDone,
  onClose,
}: {
  user: AdminUserWire;
  onDone(): void;
  onClose(): void;
}) {
  const { t } = useTexts();
  const [posts, setPosts] = useState<Posts>('keep');
  const [reason, setReason] = useState('');
  return (
    <AdminFormDialog
      title={t('admin.users.ownData.deletionTitle', { name: user.nickname })}
      text={t('admin.users.ownData.deletionText', { days: DELETION_DELAY_DAYS })}
      action={t('admin.users.ownData.deletion')}
      requiresFreshLogin
      onClose={onClose}
      onSubmit={async () => {
        await call('POST /v2/admin/users/{id}/deletion', {
          params: { id: user.id },
          body: { posts, reason: reason.trim() },
        });
        onDone();
        return undefined;
      }}
    >
      <SelectField
        label={t('admin.users.ownData.posts')}
        value={posts}
        options={POSTS_CHOICES.map((one) => [one, t(`admin.users.ownData.${one}`)] as const)}
        onChange={(choice) => setPosts(choice as Posts)}
      />
      <TextField
        label={t('admin.users.reason')}
        hint={t('admin.users.told')}
        rows={3}
        value={reason}
        onChange={setReason}
      />
    </AdminFormDialog>
  );
}

/** What administrators do for a member with everything that the forum has of them. */
export function OwnData({ user }: { user: AdminUserWire }) {
  const { t, lang } = useTexts();
  const { value, failure, reload } = usePolledQuery('GET /v2/admin/users/{id}/own-data', {
    params: { id: user.id },
  });
  const [dialog, setDialog] = useState<'delete' | 'revoke' | 'export'>();
  const close = () => setDialog(undefined);
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
      {dialog === 'delete' && <DeletionDialog user={user} onDone={reload} onClose={close} />}
      {dialog === 'revoke' && (
        <ReasonDialog
          title={t('admin.users.ownData.revokeTitle', { name: user.nickname })}
          label={t('admin.users.reason')}
          hint={t('admin.users.told')}
          action={t('admin.users.ownData.revoke')}
          requiresFreshLogin
          onSubmit={async (reason) => {
            await call('POST /v2/admin/users/{id}/deletion/revoke', {
              params: { id: user.id },
              body: { reason },
            });
            reload();
          }}
          onClose={close}
        />
      )}
      {dialog === 'export' && (
        <ReasonDialog
          title={t('admin.users.ownData.exportTitle', { name: user.nickname })}
          text={t('admin.users.ownData.exportText')}
          label={t('admin.users.reason')}
          hint={t('admin.users.logged')}
          action={t('admin.users.ownData.export')}
          requiresFreshLogin
          onSubmit={async (reason) => {
            await call('POST /v2/admin/users/{id}/export', {
              params: { id: user.id },
              body: { reason },
            });
            reload();
          }}
          onClose={close}
        />
      )}
    </section>
  );
}
