import type { ComponentProps } from 'react';
import { AdminFormDialog } from './AdminFormDialog.tsx';

interface Props
  extends Pick<
    ComponentProps<typeof AdminFormDialog>,
    'title' | 'action' | 'requiresFreshLogin' | 'onClose' | 'onSubmit'
  > {
  /** What will be gone, or happen. */
  text: string;
}

/** Asks once before something that destroys; stays and says why when it doesn't work. */
export const AdminConfirmDialog = (props: Props) => <AdminFormDialog {...props} isDangerous />;
