import { createContext, useContext } from 'react';
import type { QuotedReply } from '#client/drafts/reply-draft.ts';

/** The context of all components of a thread's page. */
export interface ThreadContextValue {
  threadId: number;
  /** The author of the thread. */
  authorId: number;
  closed: boolean;
  /** The number of the published page, from 1. */
  page: number;
  /** Opens the reply editor with a quote of a reply. */
  quote(quoted: QuotedReply): void;
}

export const ThreadContext = createContext<ThreadContextValue | undefined>(undefined);

export function useThread(): ThreadContextValue {
  const place = useContext(ThreadContext);
  if (!place) throw new Error('There is no thread above this component.');
  return place;
}
