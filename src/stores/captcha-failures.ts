import { FAILURES_TO_PASS } from '#contracts/captcha.ts';

/*
 * How often in a row the captcha couldn't be loaded: counted in this browser, across its pages
 * (R32).
 */

const KEY = 'captcha-failures';
/** Where storage is forbidden, at least on this page. */
let here = 0;

function read(): number {
  try {
    return Number(localStorage.getItem(KEY)) || 0;
  } catch {
    return here;
  }
}

function write(count: number): void {
  here = count;
  try {
    if (count === 0) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, String(count));
  } catch {
    // Storage is forbidden here.
  }
}

/** Counts a failure. Whether it is the one that passes by itself; counting begins again then. */
export function passes(): boolean {
  const count = read() + 1;
  write(count >= FAILURES_TO_PASS ? 0 : count);
  return count >= FAILURES_TO_PASS;
}

/** It could be loaded: failures before are no row any more. */
export const recovered = (): void => write(0);
