import type { SearchHitWire } from '#contracts/wire/search.ts';
import { call } from '../api.ts';
import { findThread } from './place.ts';

export interface Candidate {
  id: number;
  subject: string;
}

/** Offered at once. */
const MOST = 6;

/** The number in a thread's address, or a number alone. */
const numberIn = (text: string): number =>
  Number(/^(?:\d{1,9})$/.exec(text)?.[0] ?? /\/post\/(\d{1,9})/.exec(text)?.[1] ?? 0);

const textOf = (html: string): string =>
  new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '';

/**
 * Threads that a moderator may mean by an address, a number, or words of the subject. Throws
 * Failure.
 */
export async function findCandidates(text: string): Promise<readonly Candidate[]> {
  const id = numberIn(text);
  if (id > 0) {
    const thread = await findThread(id);
    return thread && thread.why === null ? [{ id, subject: thread.subject }] : [];
  }
  const hits = await call<readonly SearchHitWire[]>('/v2/public/search/thread', {
    query: { keyword: text, limit: MOST },
  });
  return hits.map((hit) => ({ id: hit.id, subject: textOf(hit.subject) }));
}
