import { createContext, useContext } from 'react';
import type { QuotedReply } from '#client/drafts/reply-draft.ts';

export interface ThreadContextValue {
  threadId: number;
  authorId: number;
  closed: boolean;
  /** The published page's number, from 1. */
  page: number;
  /** Opens the reply editor with a quote. */
  quote(quoted: QuotedReply): void;
}

export const ThreadContext = createContext<ThreadContextValue | undefined>(undefined);

export function useThread(): ThreadContextValue {
  const context = useContext(ThreadContext);
  if (!context) throw new Error('There is no thread above this component.');
  return context;
}
