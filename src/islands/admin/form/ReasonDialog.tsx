import { type ComponentProps, useState } from 'react';
import { MAX_REASON_CHARACTERS } from '#contracts/limits.ts';
import { AdminFormDialog } from './AdminFormDialog.tsx';
import { TextField } from './form-fields.tsx';

interface Props
  extends Pick<
    ComponentProps<typeof AdminFormDialog>,
    'title' | 'text' | 'action' | 'requiresFreshLogin' | 'onStale' | 'onClose'
  > {
  label: string;
  hint: string;
  onSubmit(reason: string): Promise<void>;
}

/** Asks before an action, for its reason. */
export function ReasonDialog({ label, hint, onSubmit, ...dialog }: Props) {
  const [reason, setReason] = useState('');
  return (
    <AdminFormDialog
      {...dialog}
      onSubmit={async () => {
        await onSubmit(reason.trim());
        return undefined;
      }}
    >
      <TextField
        label={label}
        hint={hint}
        rows={3}
        max={MAX_REASON_CHARACTERS}
        value={reason}
        onChange={setReason}
      />
    </AdminFormDialog>
  );
}
