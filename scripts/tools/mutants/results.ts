import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Mutant } from './mutant.ts';

/* The results file: one line per mutant, for easy diffs. */

export interface Result extends Pick<Mutant, 'id' | 'file' | 'line' | 'kind' | 'before' | 'after'> {
  /** `equivalent` is entered by hand, with the reason. */
  status: 'noticed' | 'unnoticed' | 'equivalent';
  /** The test that noticed it. */
  by?: string;
  reason?: string;
  seconds: number;
}

export interface Results {
  seed: number;
  count: number;
  mutants: Result[];
}

export const readResults = (file: string): Results | undefined =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Results) : undefined;

export function formatResults({ seed, count, mutants }: Results): string {
  const lines = [...mutants]
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map((mutant) => `    ${JSON.stringify(mutant)}`);
  return `{\n  "seed": ${seed},\n  "count": ${count},\n  "mutants": [\n${lines.join(',\n')}\n  ]\n}\n`;
}

/** Atomic: an interrupted run leaves the former results. */
export function writeResults(file: string, results: Results): void {
  writeFileSync(`${file}.part`, formatResults(results));
  renameSync(`${file}.part`, file);
}

/** Mutants that were noticed before and aren't now, without those that are no longer tried. */
export function findLost(before: Results, after: Results): Result[] {
  const wasNoticed = new Set(
    before.mutants.filter(({ status }) => status === 'noticed').map(({ id }) => id),
  );
  return after.mutants.filter(({ id, status }) => status === 'unnoticed' && wasNoticed.has(id));
}
