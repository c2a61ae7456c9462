import { type ComponentProps, useState } from 'react';
import { AdminFormDialog } from './AdminFormDialog.tsx';
import { type ActionNote, NoteFields } from './NoteFields.tsx';

interface Props
  extends Pick<
    ComponentProps<typeof AdminFormDialog>,
    'title' | 'text' | 'action' | 'isDangerous' | 'onClose'
  > {
  /** What stands in the fields at first. */
  initial: ActionNote;
  onSubmit(note: ActionNote): Promise<void>;
}

/** Asks once before something is done to what others wrote, and why. */
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
