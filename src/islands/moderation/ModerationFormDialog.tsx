import { FormDialog, type FormDialogProps } from '../components/FormDialog.tsx';
import { closeDialog } from './dialog-store.ts';

interface Props extends Omit<FormDialogProps, 'onClose'> {
  /** Whether the form may be sent; shows its problems. */
  validate?(): boolean;
}

/** A dialog with the form of an action. */
export const ModerationFormDialog = ({ validate = () => true, onSubmit, ...dialog }: Props) => (
  <FormDialog {...dialog} onClose={closeDialog} onSubmit={async () => validate() && onSubmit()} />
);
