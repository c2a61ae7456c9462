import { type ComponentProps, useState } from 'react';
import type { ActionReason } from '#client/moderation/action-reason.ts';
import { AdminFormDialog } from './AdminFormDialog.tsx';
import { NoteFields } from './NoteFields.tsx';

interface Props
  extends Pick<
    ComponentProps<typeof AdminFormDialog>,
    'title' | 'text' | 'action' | 'isDangerous' | 'onClose'
  > {
  /** The initial values of the fields. */
  initial: ActionReason;
  onSubmit(note: ActionReason): Promise<void>;
}

/** Asks before an action on posts, for its reason. */
export function NoteDialog({ initial, onSubmit, ...dialog }: Props) {
  const [note, setNote] = useState(initial);
  return (
    <AdminFormDialog
      {...dialog}
      onSubmit={async () => {
        await onSubmit(note);
        return undefined;
      }}
    >
      <NoteFields value={note} onChange={setNote} />
    </AdminFormDialog>
  );
}
