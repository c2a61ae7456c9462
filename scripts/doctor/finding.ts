/* A result: `ok`, a `warning` about a future failure, a `problem`, or `skipped` with a reason. */

export type FindingKind = 'ok' | 'warning' | 'problem' | 'skipped';

export interface Result {
  finding: FindingKind;
  /** The result; the reason if skipped. */
  sentence: string;
  /** The recommended action; empty if there is none. */
  advice: string;
}

/** As `--json` prints it. */
export interface Finding extends Result {
  id: string;
  checked: string;
  /** A known finding, which doesn't affect the exit code. */
  ignored: boolean;
}

export const ok = (sentence: string): Result => ({ finding: 'ok', sentence, advice: '' });
export const skipped = (why: string): Result => ({ finding: 'skipped', sentence: why, advice: '' });
export const warning = (sentence: string, advice: string): Result => ({
  finding: 'warning',
  sentence,
  advice,
});
export const problem = (sentence: string, advice: string): Result => ({
  finding: 'problem',
  sentence,
  advice,
});

const HOUR_SECONDS = 3_600;

/** A duration in words. */
export function formatAge(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} seconds`;
  return seconds < 2 * HOUR_SECONDS
    ? `${Math.round(seconds / 60)} minutes`
    : `${Math.round(seconds / HOUR_SECONDS)} hours`;
}
