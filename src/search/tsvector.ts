import { tokenize } from './tokenize.ts';

/*
 * What stands in post_search.tokens. PostgreSQL keeps the tokens and finds posts by them; it never
 * cuts words itself. A first post holds its thread's subject too. The subject's tokens stand there
 * twice: with weight A, and marked, so that posts whose subject says something are found on the
 * index without looking at them.
 */

/** Stands before a token of a subject; no token begins with it. */
export const SUBJECT_MARK = '^';

/**
 * A body that repeats a word is about it: once is weight D, which needs no position to be stored.
 */
const REPETITION_WEIGHTS = [
  { times: 4, weight: 'B' },
  { times: 2, weight: 'C' },
] as const;

/** A token as it is written in tsvector and tsquery. */
export const quoteLexeme = (token: string): string =>
  `'${token.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

/** The text of a tsvector: of a reply's body, or of a thread's subject and first post. */
export function toTsvector(body: string, subject = ''): string {
  const counts = new Map<string, number>();
  for (const token of tokenize(body)) counts.set(token, (counts.get(token) ?? 0) + 1);
  const subjectTokens = new Set(subject === '' ? [] : tokenize(subject));
  let text = '';
  for (const token of subjectTokens) {
    text += `${quoteLexeme(token)}:1A ${quoteLexeme(SUBJECT_MARK + token)} `;
    if (!counts.has(token)) continue;
    const repeated = REPETITION_WEIGHTS.find(({ times }) => (counts.get(token) as number) >= times);
    text += `${quoteLexeme(token)}:2${repeated?.weight ?? 'D'} `;
  }
  for (const [token, count] of counts) {
    if (subjectTokens.has(token)) continue;
    const repeated = REPETITION_WEIGHTS.find(({ times }) => count >= times);
    text += repeated ? `${quoteLexeme(token)}:1${repeated.weight} ` : `${quoteLexeme(token)} `;
  }
  return text;
}
