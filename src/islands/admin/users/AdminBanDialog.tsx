import { showUndoToast } from '#client/admin/undo-toast.ts';
import { call } from '#client/core/api.ts';
import type { AdminUserWire } from '#contracts/wire/admin-user.ts';
import { BanFields } from '../../components/BanFields.tsx';
import { toBanPeriod, useBanForm } from '../../hooks/use-ban-form.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { UserNotes } from '../../moderation/queue/UserNotes.tsx';
import { AdminFormDialog } from '../form/AdminFormDialog.tsx';
import { useBanTime, useCommunityZone } from '../hooks/use-ban-time.ts';

interface Props {
  user: AdminUserWire;
  /** Called when somebody else has banned or lifted meanwhile, or after an undo. */
  onStale(): void;
  onClose(): void;
  onDone(): void;
}

/** Bans a user (R29), replacing the ban that the administrator has seen. */
export function AdminBanDialog({ user, onStale, onClose, onDone }: Props) {
  const { t } = useTexts();
  const formatTime = useBanTime();
  const form = useBanForm(useCommunityZone());
  const currentBan = user.bans.find((one) => one.id === user.ban);
  const submitBan = async (): Promise<false | undefined> => {
    if (!form.submit()) return false;
    const { beginAt, endAt } = toBanPeriod(form);
    const { hide, note } = form.terms;
    const result = await call('POST /v2/admin/actions', {
      body: {
        action: 'ban',
        kind: 'user',
        ids: [user.id],
        begin_at: beginAt,
        end_at: endAt,
        note: note.trim(),
        hide: hide ? 1 : 0,
        seen: user.ban,
      },
    });
    showUndoToast('admin.users.banned', { name: user.nickname }, result, onStale);
    onDone();
    return undefined;
  };
  return (
    <AdminFormDialog
      title={t('moderation.ban.title', { name: user.nickname })}
      text={t('moderation.ban.text')}
      action={t('moderation.ban.item')}
      isDangerous
      requiresFreshLogin={user.administers}
      onStale={onStale}
      onClose={onClose}
      onSubmit={submitBan}
    >
      {currentBan && (
        <p className="told" role="status">
          {t('admin.users.replaces', {
            reason: currentBan.reason,
            name: currentBan.by.nickname,
            until: currentBan.end_at ? formatTime(currentBan.end_at) : t('admin.users.open'),
          })}
        </p>
      )}
      <BanFields form={form} />
      <UserNotes userId={user.id} />
    </AdminFormDialog>
  );
}
