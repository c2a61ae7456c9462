import { type ComponentProps, useState } from 'react';
import { AdminFormDialog } from './AdminFormDialog.tsx';
import { type ActionNote, NoteFields } from './NoteFields.tsx';

interface Props
  extends Pick<
    ComponentProps<typeof AdminFormDialog>,
    'title' | 'text' | 'action' | 'danger' | 'onClose'
  > {
  /** What stands in the fields at first. */
  initial: ActionNote;
  act(note: ActionNote): Promise<void>;
}

/** Asks once before something is done to what others wrote, and why. */
export function NoteDialog({ initial, act, ...dialog }: Props) {
  const [note, setNote] = useState(initial);
  return (
    <AdminFormDialog
      {...dialog}
      act={async () => {
        await act(note);
        return undefined;
      }}
    >
      <NoteFields value={note} onChange={setNote} />
    </AdminFormDialog>
  );
}
