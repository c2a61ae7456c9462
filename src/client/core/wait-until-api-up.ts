import { call } from './api.ts';
import type { Failure } from './failure.ts';

/** Pauses between polls in ms; the last one repeats. */
const POLL_PAUSES_MS = [1_000, 2_000, 3_000, 5_000, 8_000, 13_000, 15_000] as const;

/** ±25 %, so that browsers don't poll at the same moment. */
const withJitter = (milliseconds: number): number => milliseconds * (0.75 + Math.random() / 2);

/** Waits, at most until the browser reports that it is online. */
async function waitOrOnline(milliseconds: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const go = () => {
      clearTimeout(timer);
      removeEventListener('online', go);
      resolve();
    };
    const timer = setTimeout(go, milliseconds);
    addEventListener('online', go);
  });
}

const pause = (turn: number): Promise<void> =>
  waitOrOnline(withJitter(POLL_PAUSES_MS[Math.min(turn, POLL_PAUSES_MS.length - 1)] ?? 15_000));

async function pollUntilUp(): Promise<void> {
  for (let turn = 0; ; turn++) {
    await pause(turn);
    try {
      // For members this call needs the database, which storing a post needs too.
      await call('GET /v1/login/is_login', { quiet: true });
      return;
    } catch (error) {
      if (!(error as Failure).isApiDown) return;
    }
  }
}

let polling: Promise<void> | undefined;

/** Resolves when the API is up; all callers share one poll. */
export const waitUntilApiUp = (): Promise<void> =>
  (polling ??= pollUntilUp().finally(() => (polling = undefined)));

/**
 * Retries while the page is open, whenever the API is up again. If attempts fail although the API
 * is up, the pauses grow to 15 s. Throws an error if `mayRetry` returns false for it.
 */
export async function retryUntilLoaded<Result>(
  attempt: () => Promise<Result>,
  mayRetry: (error: unknown) => boolean = () => true,
): Promise<Result> {
  for (let failures = 0; ; failures++) {
    try {
      return await attempt();
    } catch (error) {
      if (!mayRetry(error)) throw error;
      if (failures > 0) await pause(failures - 1);
      await waitUntilApiUp();
    }
  }
}
