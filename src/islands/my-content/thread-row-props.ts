import type { ReactNode } from 'react';
import type { ThreadListItemWire } from '#contracts/wire/own-content.ts';

export interface ThreadRowProps {
  thread: ThreadListItemWire;
  /** In the list of the reader's own threads: they know who wrote them. */
  isOwnList?: boolean;
  /** Content that is appended to the line below the subject. */
  children?: ReactNode;
}
