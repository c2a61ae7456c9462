import { useState } from 'react';
import { showUndoToast } from '#client/admin/undo-toast.ts';
import { call } from '#client/core/api.ts';
import { type ActionReason, reasonFields } from '#client/moderation/action-reason.ts';
import { mergeSelected } from '#client/moderation/actions.ts';
import ReasonField from '../../components/ReasonField.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { MergeTarget } from '../../moderation/MergeTarget.tsx';
import { AdminFormDialog } from '../form/AdminFormDialog.tsx';

interface Props {
  threads: readonly { id: number; subject: string }[];
  /** Called after a merge or its undo, to load the threads again. */
  onChanged(): void;
  onClose(): void;
}

/** Merges the selected threads into one, by default the oldest (R23). */
export function MergeThreadsDialog({ threads, onChanged, onClose }: Props) {
  const { t } = useTexts();
  const ids = threads.map(({ id }) => id);
  const [into, setInto] = useState(Math.min(...ids));
  const [reason, setReason] = useState<ActionReason>({ note: '', notify: true });
  return (
    <AdminFormDialog
      title={t('moderation.merge.title', { count: ids.length })}
      text={t('moderation.merge.means')}
      action={t('moderation.merge.selected')}
      onClose={onClose}
      onSubmit={async () => {
        const result = await mergeSelected(ids, into, (id) =>
          call('POST /v2/admin/actions', {
            body: { action: 'merge', kind: 'thread', ids: [id], into, ...reasonFields(reason) },
          }),
        );
        const names = result.failed.map(
          (id) => threads.find((one) => one.id === id)?.subject ?? id,
        );
        showUndoToast(
          names.length > 0 ? 'moderation.partly' : 'admin.threads.done.merge',
          { count: result.changed.length, failed: names.length, names: names.join(', ') },
          result,
          onChanged,
        );
        onChanged();
      }}
    >
      <MergeTarget threads={threads} chosen={into} onChoose={setInto} />
      <ReasonField value={reason} onChange={setReason} />
    </AdminFormDialog>
  );
}
