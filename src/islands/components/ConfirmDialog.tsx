import { FormDialog, type FormDialogProps } from './FormDialog.tsx';

export interface ConfirmDialogProps
  extends Pick<FormDialogProps, 'title' | 'action' | 'onSubmit' | 'onClose'> {
  /** What is lost by the action. */
  text: string;
}

/** Asks before an action that can't be undone. */
export const ConfirmDialog = (props: ConfirmDialogProps) => <FormDialog {...props} isDangerous />;
