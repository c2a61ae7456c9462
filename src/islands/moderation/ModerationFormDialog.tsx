import { FormDialog, type FormDialogProps } from '../components/FormDialog.tsx';
import { closeDialog } from './dialog-store.ts';

interface Props extends Omit<FormDialogProps, 'onClose'> {
  /** Says whether the form may be sent. */
  validate?(): boolean;
}

/** A dialog with a form that a moderator fills in before an act. */
export const ModerationFormDialog = ({ validate = () => true, onSubmit, ...dialog }: Props) => (
  <FormDialog {...dialog} onClose={closeDialog} onSubmit={async () => validate() && onSubmit()} />
);
