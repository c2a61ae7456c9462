import { LOAD_FAILURES_TO_PASS } from '#contracts/captcha-rules.ts';

/*
 * Counts how often in a row this browser couldn't load the captcha, across pages (R32).
 */

const COUNT_KEY = 'captcha-failures';
/** The count of this page, for browsers whose storage is forbidden. */
let countInMemory = 0;

function readCount(): number {
  try {
    return Number(localStorage.getItem(COUNT_KEY)) || 0;
  } catch {
    return countInMemory;
  }
}

function writeCount(count: number): void {
  countInMemory = count;
  try {
    if (count === 0) localStorage.removeItem(COUNT_KEY);
    else localStorage.setItem(COUNT_KEY, String(count));
  } catch {
    // Storage is forbidden here.
  }
}

/**
 * Counts a failure; true, and begins anew, when there were so many that the captcha is passed
 * without a solution.
 */
export function recordLoadFailure(): boolean {
  const count = readCount() + 1;
  writeCount(count >= LOAD_FAILURES_TO_PASS ? 0 : count);
  return count >= LOAD_FAILURES_TO_PASS;
}

/** Resets the count after a successful load. */
export const resetLoadFailures = (): void => writeCount(0);
