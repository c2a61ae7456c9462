import { FormDialog, type FormDialogProps } from './FormDialog.tsx';

export interface ConfirmDialogProps
  extends Pick<FormDialogProps, 'title' | 'action' | 'onSubmit' | 'onClose'> {
  /** The effect of the action. */
  text: string;
}

export const ConfirmDialog = (props: ConfirmDialogProps) => <FormDialog {...props} isDangerous />;
