import { type ComponentProps, useState } from 'react';
import { AskDialog } from './AskDialog.tsx';
import { type Note, NoteFields } from './NoteFields.tsx';

interface Props
  extends Pick<
    ComponentProps<typeof AskDialog>,
    'title' | 'text' | 'action' | 'danger' | 'onClose'
  > {
  /** What stands in the fields at first. */
  initial: Note;
  act(note: Note): Promise<void>;
}

/** Asks once before something is done to what others wrote, and why. */
export function AskNote({ initial, act, ...dialog }: Props) {
  const [note, setNote] = useState(initial);
  return (
    <AskDialog
      {...dialog}
      act={async () => {
        await act(note);
        return undefined;
      }}
    >
      <NoteFields value={note} onChange={setNote} />
    </AskDialog>
  );
}
