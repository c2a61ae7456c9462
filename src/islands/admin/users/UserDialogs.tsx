import { useState } from 'react';
import { showUndoToast } from '#client/admin/undo-toast.ts';
import { call } from '#client/core/api.ts';
import { showToast } from '#client/core/toasts.ts';
import { isSameNickname } from '#contracts/nickname.ts';
import type { AdminUserWire } from '#contracts/wire/admin-user.ts';
import { wireName } from '#i18n/localized.ts';
import { BanFields } from '../../components/BanFields.tsx';
import { describeNicknameProblem } from '../../components/nickname-problem.ts';
import ReasonField from '../../components/ReasonField.tsx';
import { toBanPeriod, useBanForm } from '../../hooks/use-ban-form.ts';
import { useRequiredReason } from '../../hooks/use-required-reason.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { UserNotes } from '../../moderation/queue/UserNotes.tsx';
import { AdminFormDialog } from '../form/AdminFormDialog.tsx';
import { EditDialog } from '../form/EditDialog.tsx';
import { reasonField } from '../form/FieldList.tsx';
import { useVersionedForm } from '../form/use-versioned-form.ts';
import { useBanTime, useCommunityZone } from '../hooks/use-ban-time.ts';
import { toNamedChoices } from '../hooks/use-forums.ts';
import { usePolledQuery } from '../hooks/use-polled-query.ts';

interface UserDialogProps {
  user: AdminUserWire;
  onClose(): void;
  onDone(): void;
}

/**
 * Moves a user to another group (R20). The version is the group that the dialog shows; the server
 * returns a conflict if it has changed.
 */
export function ChangeGroupDialog({ user, onClose, onDone }: UserDialogProps) {
  const { t, lang } = useTexts();
  const groups = usePolledQuery('GET /v2/admin/groups').value?.groups ?? [user.group];
  const groupName = (id: unknown) => {
    const group = groups.find((one) => one.id === id);
    return group ? wireName(lang, group) : String(id);
  };
  const [groupId] = useState(user.group.id);
  const editor = useVersionedForm<{ group: number; reason: string }, { pages: number }>({
    initial: { group: groupId, reason: '' },
    version: groupId,
    fields: [
      {
        kind: 'choice',
        name: 'group',
        label: t('admin.users.column.group'),
        options: toNamedChoices(lang, groups),
        check: ({ group }) => (group === user.group.id ? t('admin.users.sameGroup') : undefined),
      },
      reasonField(t, t('admin.users.logged'), { required: t('admin.form.required') }),
    ],
    save: ({ group, reason }, was) =>
      call('PUT /v2/admin/users/{id}/group', {
        params: { id: user.id },
        body: { group_id: group, was, reason },
      }),
    theirs: (payload, mine) => {
      const { group_id } = payload as { group_id: number };
      return { values: { ...mine, group: group_id }, version: group_id };
    },
    done({ pages }) {
      showToast({ key: 'admin.form.saved', values: { count: pages } });
      onDone();
    },
  });
  return (
    <EditDialog
      title={t('admin.users.regroupTitle', { name: user.nickname })}
      editor={editor}
      formats={{ group: groupName }}
      requiresFreshLogin
      action={t('admin.users.regroup')}
      onClose={onClose}
    />
  );
}

/** Renames a user (R35), and says how many pages show the nickname. */
export function RenameUserDialog({ user, onClose, onDone }: UserDialogProps) {
  const { t } = useTexts();
  const rename = async ({ nickname, reason }: { nickname: string; reason: string }) => {
    const { pages } = await call('PUT /v2/admin/users/{id}/nickname', {
      params: { id: user.id },
      body: { nickname, reason: reason.trim() },
    });
    showToast({ key: 'admin.form.saved', values: { count: pages } });
    onDone();
  };
  return (
    <AdminFormDialog<{ nickname: string; reason: string }>
      title={t('admin.users.renameTitle', { name: user.nickname })}
      text={t('admin.users.renameText')}
      initial={{ nickname: user.nickname, reason: '' }}
      fields={[
        {
          name: 'nickname',
          label: t('settings.profile.nickname'),
          check: ({ nickname }) =>
            isSameNickname(nickname, user.nickname)
              ? t('admin.users.sameName')
              : describeNicknameProblem(t, nickname),
        },
        reasonField(t, t('admin.users.userNotified'), { required: t('admin.form.required') }),
      ]}
      action={t('admin.users.rename')}
      onSubmit={rename}
      onClose={onClose}
    />
  );
}

interface StaleDialogProps extends UserDialogProps {
  /** Called after an undo, or if somebody else has changed the ban meanwhile. */
  onStale(): void;
}

/** Bans a user (R29), replacing the ban that the administrator saw. */
export function AdminBanDialog({ user, onStale, onClose, onDone }: StaleDialogProps) {
  const { t } = useTexts();
  const formatTime = useBanTime();
  const form = useBanForm(useCommunityZone());
  const currentBan = user.bans.find((ban) => ban.id === user.ban);
  const submitBan = async () => {
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
  };
  return (
    <AdminFormDialog
      title={t('moderation.ban.title', { name: user.nickname })}
      text={t('moderation.ban.text')}
      action={t('moderation.ban.item')}
      isDangerous
      requiresFreshLogin={user.administers}
      validate={form.submit}
      onStale={onStale}
      onClose={onClose}
      onSubmit={submitBan}
    >
      {currentBan && (
        <p className="message-box" role="status">
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

/** Warns a user without a post (R29); the user receives the reason. */
export function AdminWarnDialog({ user, onStale, onClose, onDone }: StaleDialogProps) {
  const { t } = useTexts();
  const { reason, validate, field } = useRequiredReason();
  const submitWarning = async () => {
    const result = await call('POST /v2/admin/actions', {
      body: { action: 'warn', kind: 'user', ids: [user.id], note: reason },
    });
    showUndoToast('admin.users.warnedOne', { name: user.nickname }, result, onStale);
    onDone();
  };
  return (
    <AdminFormDialog
      title={t('moderation.warn.title', { name: user.nickname })}
      action={t('admin.users.warnAct')}
      validate={validate}
      onClose={onClose}
      onSubmit={submitWarning}
    >
      <ReasonField {...field} />
      <UserNotes userId={user.id} />
    </AdminFormDialog>
  );
}
