import { FormDialog, type FormDialogProps } from '../ui/FormDialog.tsx';
import { stopAsking } from './asking.ts';

interface Props extends Omit<FormDialogProps, 'onClose'> {
  /** Says whether the form may be sent. */
  check?(): boolean;
}

/** A dialog with a form that a moderator fills in before an act. */
export const Sheet = ({ check = () => true, work, ...dialog }: Props) => (
  <FormDialog {...dialog} onClose={stopAsking} work={async () => check() && work()} />
);
