import { createContext, useContext } from 'react';
import type { QuotedReply } from '#stores/drafts/reply-draft.ts';

/** What everything on a thread's page may ask of it. */
export interface ThreadContextValue {
  threadId: number;
  /** Who began it. */
  authorId: number;
  closed: boolean;
  /** The published page, from 1. */
  page: number;
  /** Answers a reply by another one. */
  quote(quoted: QuotedReply): void;
}

export const ThreadContext = createContext<ThreadContextValue | undefined>(undefined);

export function useThread(): ThreadContextValue {
  const place = useContext(ThreadContext);
  if (!place) throw new Error('There is no thread above this component.');
  return place;
}
