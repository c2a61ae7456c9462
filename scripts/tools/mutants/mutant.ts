/* Common types of `npm run mutants`. */

/** Kinds of edits; see find-mutants.ts. */
export const KINDS = [
  'condition',
  'sql',
  'await',
  'lock',
  'limit',
  'escape',
  'right',
  'invalidation',
] as const;
export type MutantKind = (typeof KINDS)[number];

/** Replaces the text from `start` to `end` of a file. */
export interface Edit {
  kind: MutantKind;
  start: number;
  end: number;
  replacement: string;
}

export interface Mutant extends Edit {
  /** File, kind and a hash of the statement: stable when lines move. */
  id: string;
  file: string;
  line: number;
  before: string;
  after: string;
}

export const applyEdit = (text: string, { start, end, replacement }: Edit): string =>
  text.slice(0, start) + replacement + text.slice(end);
