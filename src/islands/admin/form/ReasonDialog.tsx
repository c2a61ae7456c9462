import { NOTE_MAX } from '#contracts/limits.ts';
import { Failure } from '#stores/failure.ts';
import { EditDialog } from './EditDialog.tsx';
import { useEditor } from './editor.ts';
import { TextField } from './fields.tsx';

interface Props {
  title: string;
  text?: string;
  label: string;
  hint: string;
  /** The verb on the button. */
  action: string;
  /** It needs a login of the last ten minutes (R19). */
  guarded?: boolean;
  act(reason: string): Promise<unknown>;
  /** Somebody else was there before: what the dialog is about is to be looked at again. */
  onStale?(): void;
  onClose(): void;
  onDone(): void;
}

/** Asks once before something is done, and why. */
export function ReasonDialog({ title, text, label, hint, action, guarded, act, onStale, onClose, onDone }: Props) {
  const editor = useEditor({
    initial: { reason: '' },
    version: 0,
    save: async ({ reason }) => {
      try {
        return await act(reason);
      } catch (error) {
        if (error instanceof Failure && error.code === 'conflict') onStale?.();
        throw error;
      }
    },
    done: onDone,
  });
  return (
    <EditDialog title={title} {...(text ? { text } : {})} editor={editor} labels={{}} guarded={guarded ?? false} fresh action={action} onClose={onClose}>
      <TextField label={label} hint={hint} rows={3} max={NOTE_MAX} value={editor.values.reason} onChange={(reason) => editor.set({ reason })} />
    </EditDialog>
  );
}
