import type { ReactNode } from 'react';
import type { ThreadListItemWire } from '#contracts/wire/own-content.ts';

export interface ThreadRowProps {
  thread: ThreadListItemWire;
  /** Content that is appended to the line below the subject. */
  children?: ReactNode;
}
