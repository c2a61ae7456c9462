import type { ComponentProps } from 'react';
import { AdminFormDialog } from './AdminFormDialog.tsx';

interface Props
  extends Pick<
    ComponentProps<typeof AdminFormDialog>,
    'title' | 'action' | 'guarded' | 'onClose' | 'act'
  > {
  /** What will be gone, or happen. */
  text: string;
}

/** Asks once before something that destroys; stays and says why when it doesn't work. */
export const AdminConfirmDialog = (props: Props) => <AdminFormDialog {...props} danger />;
