import { type ComponentProps, useState } from 'react';
import type { ActionReason } from '#client/moderation/action-reason.ts';
import { MAX_REASON_CHARACTERS } from '#contracts/limits.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { AdminFormDialog } from './AdminFormDialog.tsx';
import { CheckboxField, TextField } from './form-fields.tsx';

interface NoteFieldsProps {
  value: ActionReason;
  onChange(value: ActionReason): void;
  /** What the author is told if the checkbox doesn't apply. */
  hint?: string;
}

/** The reason of an action for the log, and whether the author is notified. */
export function NoteFields({ value, onChange, hint }: NoteFieldsProps) {
  const { t } = useTexts();
  return (
    <>
      <TextField
        label={t('admin.note.label')}
        hint={hint ?? t('admin.note.hint')}
        rows={2}
        max={MAX_REASON_CHARACTERS}
        value={value.note}
        onChange={(note) => onChange({ ...value, note })}
      />
      <CheckboxField
        label={t('admin.note.notify')}
        value={value.notify}
        onChange={(notify) => onChange({ ...value, notify })}
      />
    </>
  );
}

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
