import type { ComponentProps } from 'react';
import { AskDialog } from './AskDialog.tsx';

interface Props
  extends Pick<
    ComponentProps<typeof AskDialog>,
    'title' | 'action' | 'guarded' | 'onClose' | 'act'
  > {
  /** What will be gone, or happen. */
  text: string;
}

/** Asks once before something that destroys; stays and says why when it doesn't work. */
export const Confirm = (props: Props) => <AskDialog {...props} danger />;
