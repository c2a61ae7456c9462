import { LOAD_FAILURES_TO_PASS } from '#contracts/captcha-rules.ts';

/*
 * How often in a row the captcha couldn't be loaded: counted in this browser, across its pages
 * (R32).
 */

const COUNT_KEY = 'captcha-failures';
/** Where storage is forbidden, at least on this page. */
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

/** Counts a failure. Whether it is the one that passes by itself; counting begins again then. */
export function recordLoadFailure(): boolean {
  const count = readCount() + 1;
  writeCount(count >= LOAD_FAILURES_TO_PASS ? 0 : count);
  return count >= LOAD_FAILURES_TO_PASS;
}

/** It could be loaded: failures before are no row any more. */
export const resetLoadFailures = (): void => writeCount(0);
