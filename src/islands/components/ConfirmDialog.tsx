import { FormDialog, type FormDialogProps } from './FormDialog.tsx';

export interface ConfirmDialogProps
  extends Pick<FormDialogProps, 'title' | 'action' | 'onSubmit' | 'onClose'> {
  /** What will be gone. */
  text: string;
}

/** Asks once before something is done that can't be taken back. */
export const ConfirmDialog = (props: ConfirmDialogProps) => <FormDialog {...props} isDangerous />;
