import { createContext, useContext } from 'react';
import type { Quoted } from '#stores/draft.ts';

/** What everything on a thread's page may ask of it. */
export interface ThreadPlace {
  threadId: number;
  /** Who began it. */
  authorId: number;
  closed: boolean;
  /** The published page, from 1. */
  page: number;
  /** Answers a reply by another one. */
  quote(quoted: Quoted): void;
}

export const Place = createContext<ThreadPlace | undefined>(undefined);

export function usePlace(): ThreadPlace {
  const place = useContext(Place);
  if (!place) throw new Error('There is no thread above this component.');
  return place;
}
