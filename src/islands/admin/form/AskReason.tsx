import { type ComponentProps, useState } from 'react';
import { NOTE_MAX } from '#contracts/limits.ts';
import { AskDialog } from './AskDialog.tsx';
import { TextField } from './fields.tsx';

interface Props
  extends Pick<
    ComponentProps<typeof AskDialog>,
    'title' | 'text' | 'action' | 'guarded' | 'onStale' | 'onClose'
  > {
  label: string;
  hint: string;
  act(reason: string): Promise<void>;
}

/** Asks once before something is done, and why. */
export function AskReason({ label, hint, act, ...dialog }: Props) {
  const [reason, setReason] = useState('');
  return (
    <AskDialog
      {...dialog}
      act={async () => {
        await act(reason.trim());
        return undefined;
      }}
    >
      <TextField
        label={label}
        hint={hint}
        rows={3}
        max={NOTE_MAX}
        value={reason}
        onChange={setReason}
      />
    </AskDialog>
  );
}
