import { tokenize } from './tokenize.ts';

/*
 * post_search.tokens holds our own tokens; PostgreSQL never segments text itself. A first post also
 * has its thread's subject, twice: with weight A, and marked, so that the index alone finds posts
 * by subject.
 */

/** Prefix of a subject's token; no other token begins with it. */
export const SUBJECT_MARK = '^';

/** Weights by repetition: once is weight D, which stores no position. */
const REPETITION_WEIGHTS = [
  { times: 4, weight: 'B' },
  { times: 2, weight: 'C' },
] as const;

/** A token, quoted for tsvector and tsquery. */
export const quoteLexeme = (token: string): string =>
  `'${token.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

/** The tsvector of a reply's body, or of a thread's subject and first post. */
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
