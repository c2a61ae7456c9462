/*
 * What the doctor says of one thing: `ok`, a `warning` of what works now and will not go well, a
 * `problem`, or why it was not looked at.
 */

export type FindingKind = 'ok' | 'warning' | 'problem' | 'skipped';

export interface Result {
  finding: FindingKind;
  /** What was found; of what was skipped, why. */
  sentence: string;
  /** What to do about it; empty where nothing is to be done. */
  advice: string;
}

/** As `--json` prints it. */
export interface Finding extends Result {
  id: string;
  looked_at: string;
  /** The operator knows of it: it doesn't count. */
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

/** How long something has been, in words. */
export function formatAge(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} seconds`;
  return seconds < 2 * HOUR_SECONDS
    ? `${Math.round(seconds / 60)} minutes`
    : `${Math.round(seconds / HOUR_SECONDS)} hours`;
}
