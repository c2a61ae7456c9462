import { useState } from 'react';
import { call } from '#client/core/api.ts';
import { showToast } from '#client/core/toasts.ts';
import { MAX_REASON_CHARACTERS } from '#contracts/limits.ts';
import type { AdminUserWire } from '#contracts/wire/admin-user.ts';
import { pickLang } from '#i18n/localized.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { EditDialog } from '../form/EditDialog.tsx';
import { SelectField, TextField } from '../form/form-fields.tsx';
import { useVersionedForm } from '../form/use-versioned-form.ts';
import { usePolledQuery } from '../hooks/use-polled-query.ts';

/**
 * Moves a user to another group (R20), and says how many pages show the badge. The version is the
 * group in which the user was when the dialog was opened: the server says when it is another by
 * then.
 */
export function ChangeGroupDialog({
  user,
  onClose,
  onDone,
}: {
  user: AdminUserWire;
  onClose(): void;
  onDone(): void;
}) {
  const { t, lang } = useTexts();
  const groups = usePolledQuery('GET /v2/admin/groups').value?.groups ?? [user.group];
  const groupName = (id: unknown) => {
    const group = groups.find((one) => String(one.id) === String(id));
    return group ? pickLang(lang, group.name, group.name_en) : String(id);
  };
  const [groupId] = useState(user.group.id);
  const editor = useVersionedForm<{ group: string; reason: string }, { pages: number }>({
    initial: { group: String(groupId), reason: '' },
    version: groupId,
    rules: {
      group: ({ group }: { group: string }) =>
        group === String(user.group.id) ? t('admin.users.sameGroup') : undefined,
      reason: ({ reason }: { reason: string }) =>
        reason.trim() === '' ? t('admin.form.required') : undefined,
    },
    save: ({ group, reason }, was) =>
      call('PUT /v2/admin/users/{id}/group', {
        params: { id: user.id },
        body: { group_id: Number(group), was, reason },
      }),
    theirs: (payload, mine) => {
      const { group_id } = payload as { group_id: number };
      return { values: { ...mine, group: String(group_id) }, version: group_id };
    },
    done({ pages }) {
      showToast({ key: 'admin.form.saved', values: { count: pages } });
      onDone();
    },
  });
  const { values, set, problems, touch } = editor;
  return (
    <EditDialog
      title={t('admin.users.regroupTitle', { name: user.nickname })}
      editor={editor}
      labels={{ group: 'admin.users.column.group', reason: 'admin.users.reason' }}
      formats={{ group: groupName }}
      requiresFreshLogin
      action={t('admin.users.regroup')}
      onClose={onClose}
    >
      <SelectField
        label={t('admin.users.column.group')}
        value={values.group}
        problem={problems.group}
        options={groups.map((one) => [String(one.id), groupName(one.id)] as const)}
        onChange={(group) => set({ group })}
      />
      <TextField
        label={t('admin.users.reason')}
        hint={t('admin.users.logged')}
        rows={3}
        max={MAX_REASON_CHARACTERS}
        value={values.reason}
        problem={problems.reason}
        onBlur={() => touch('reason')}
        onChange={(reason) => set({ reason })}
      />
    </EditDialog>
  );
}
