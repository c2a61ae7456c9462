import type { Db } from '#db/client.ts';
import { runBackgroundLoop } from '#platform/background-loop.ts';
import type { Logger } from '#platform/log.ts';
import { withDeadline } from '#platform/timeout.ts';
import { type CdnClient, CdnError } from './cdn-client.ts';
import {
  leavePurges,
  type Purge,
  recordConfirmed,
  recordRefused,
  takeDuePurges,
} from './purge-queue.ts';

const TAKEDOWN_PURGE_MS = 2_000;

const CALL_TIMEOUT_MS = 10_000;

/** Milliseconds between polls; one call purges everything published in between. */
const POLL_INTERVAL_MS = 500;

/** Throws CdnError if unconfirmed; the purge is retried then. */
async function sendPurges(
  db: Db,
  cdn: CdnClient,
  purges: readonly Purge[],
  signal: AbortSignal,
): Promise<void> {
  try {
    await cdn.purge(
      purges.map((purge) => purge.key),
      signal,
    );
  } catch (error) {
    if (error instanceof CdnError)
      await recordRefused(db, purges, error.message, error.retryAfterSeconds);
    throw error;
  }
  await recordConfirmed(db, purges);
}

/** Sends a takedown's purges for TAKEDOWN_PURGE_MS at most; the worker retries the rest. */
export async function sendTakedown(
  { db, log }: { db: Db; log: Logger },
  cdn: CdnClient,
  purges: readonly Purge[],
): Promise<void> {
  const deadline = AbortSignal.timeout(TAKEDOWN_PURGE_MS);
  for (let from = 0; from < purges.length; from += cdn.maxKeys) {
    try {
      await sendPurges(db, cdn, purges.slice(from, from + cdn.maxKeys), deadline);
    } catch (error) {
      if (!(error instanceof CdnError)) throw error;
      // The next call would also fail.
      await leavePurges(db, purges.slice(from + cdn.maxKeys));
      log.error({ err: error, purges: purges.length }, 'takedown.purgeFailed');
      return;
    }
  }
}

/** Sends due purges, takedowns first. Returns the number of confirmed ones. */
async function sendDuePurges(db: Db, cdn: CdnClient, signal: AbortSignal): Promise<number> {
  let confirmed = 0;
  for (const isTakedown of [true, false]) {
    for (let purges: Purge[]; !signal.aborted; confirmed += purges.length) {
      purges = await takeDuePurges(db, isTakedown, cdn.maxKeys);
      if (purges.length === 0) break;
      const due = purges;
      await withDeadline(CALL_TIMEOUT_MS, signal, (deadline) => sendPurges(db, cdn, due, deadline));
      // Takedowns requested meanwhile come first again.
      if (!isTakedown) return confirmed + purges.length;
    }
  }
  return confirmed;
}

/** Sends purges until the cache confirms them, until the signal aborts. */
export const runPurgeWorker = (
  db: Db,
  cdn: CdnClient,
  log: Logger,
  signal: AbortSignal,
): Promise<void> =>
  runBackgroundLoop({ log, signal, intervalMs: POLL_INTERVAL_MS, name: 'purges' }, async () => {
    const confirmed = await sendDuePurges(db, cdn, signal);
    // Refused purges are due later: finding none doesn't mean that the cache has recovered.
    return confirmed === 0 ? undefined : confirmed >= cdn.maxKeys;
  });
