import { call } from '../core/api.ts';
import { parseHtml } from '../core/trusted-types.ts';
import { findModeratedThread } from './moderator-view.ts';

export interface ThreadCandidate {
  id: number;
  subject: string;
}

const MAX_CANDIDATES = 6;

/** The id in a thread's address, or a plain id; else 0. */
const threadIdIn = (text: string): number =>
  Number(/^(?:\d{1,9})$/.exec(text)?.[0] ?? /\/post\/(\d{1,9})/.exec(text)?.[1] ?? 0);

const htmlToText = (html: string): string => parseHtml(html).textContent ?? '';

/** Finds threads by address, id or words of the subject. Throws Failure. */
export async function findThreadCandidates(text: string): Promise<readonly ThreadCandidate[]> {
  const id = threadIdIn(text);
  if (id > 0) {
    const thread = await findModeratedThread(id);
    return thread && thread.why === null ? [{ id, subject: thread.subject }] : [];
  }
  const hits = await call('GET /v2/public/search/thread', {
    query: { keyword: text, limit: MAX_CANDIDATES },
  });
  return hits.map((hit) => ({ id: hit.id, subject: htmlToText(hit.subject) }));
}
