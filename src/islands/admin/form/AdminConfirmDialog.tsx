import type { ComponentProps } from 'react';
import { AdminFormDialog } from './AdminFormDialog.tsx';

interface Props
  extends Pick<
    ComponentProps<typeof AdminFormDialog>,
    'title' | 'action' | 'requiresFreshLogin' | 'onClose' | 'onSubmit'
  > {
  /** The consequence of the action. */
  text: string;
}

/** Asks before a destructive action. It stays open and shows the reason when the action fails. */
export const AdminConfirmDialog = (props: Props) => <AdminFormDialog {...props} isDangerous />;
