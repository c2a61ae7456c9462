import { setTimeout as delay } from 'node:timers/promises';
import { inTransaction, statement } from '#db/statement.ts';
import { createIncident } from './incident.ts';
import { type Urgency, urgency } from './invalidation.ts';
import { findNewPagePaths } from './new-page-paths.ts';
import { runNotifyListener } from './notify-listener.ts';
import { findCurrentPathsByTags } from './page-records.ts';
import { publishPages } from './publish-pages.ts';
import type { Publisher } from './publisher.ts';
import { StorageError } from './storage-incident.ts';

/*
 * The publisher's loops, one for each kind of touch, so that a reply never waits for the lists that
 * the replies before it moved. Touches of posts and above are rendered at once; those of lists are
 * gathered for 0.4 s, so that a busy forum renders its home page twice a second, not for each
 * reply; counts for 30 s.
 */
interface Lane {
  urgencies: readonly Urgency[];
  /** Milliseconds. */
  gatherMs: number;
  priority: 'urgent' | 'background';
}

const LANES: readonly Lane[] = [
  {
    urgencies: [urgency.takedown, urgency.moderation, urgency.post],
    gatherMs: 0,
    priority: 'urgent',
  },
  { urgencies: [urgency.list], gatherMs: 400, priority: 'background' },
  { urgencies: [urgency.counts], gatherMs: 30_000, priority: 'background' },
];

/** Should a wake-up get lost, the inbox is looked through this often (ms). */
const POLL_INTERVAL_MS = 5_000;
const MAX_INVALIDATIONS_PER_RUN = 400;

const takeInvalidations = statement<
  { tag: string; urgency: Urgency },
  { levels: readonly number[] }
>(`
  delete from touched_tag
  where id in (
      select id
      from touched_tag
      where urgency = any(:levels::smallint[])
      order by urgency, id
      limit ${MAX_INVALIDATIONS_PER_RUN}
      for update skip locked
    )
  returning tag, urgency`);

/**
 * Renders the pages of waiting touches. Touches are removed in a transaction that ends when their
 * pages stand, so a crash loses none; another publisher skips them meanwhile. A page that can't be
 * made doesn't hold up the others: its order goes on in publish_failure. Returns how many touches
 * were done.
 */
async function processInvalidations(
  publisher: Publisher,
  { urgencies, priority }: Lane,
  signal: AbortSignal,
): Promise<number> {
  return inTransaction(publisher.lockDb, async (tx) => {
    const invalidations = await takeInvalidations(tx, { levels: urgencies });
    if (invalidations.length === 0) return 0;
    const mostUrgentFirst = [...invalidations].sort((a, b) => a.urgency - b.urgency);
    const tags = [...new Set(mostUrgentFirst.map((one) => one.tag))];
    const paths = [
      ...(await findNewPagePaths(publisher.db, tags)),
      ...(await findCurrentPathsByTags(publisher.db, tags)),
    ];
    await publishPages(publisher, paths, { priority, signal });
    return invalidations.length;
  });
}

/** Resolves at the first wake-up, or when the time (ms) has passed; false then. */
type WaitForSignal = (milliseconds: number) => Promise<boolean>;

async function runLane(
  publisher: Publisher,
  lane: Lane,
  waitForSignal: WaitForSignal,
  signal: AbortSignal,
): Promise<void> {
  const incident = createIncident(publisher.log, {
    failureMessage: 'publishing failed; it is tried again',
    recoveryMessage: 'publishing goes on',
  });
  for (let pauseMs = 0; !signal.aborted; ) {
    if (pauseMs === 0 && (await waitForSignal(Math.max(POLL_INTERVAL_MS, lane.gatherMs))))
      pauseMs = lane.gatherMs;
    pauseMs = Math.max(pauseMs, publisher.storageIncident.remainingPauseMs);
    if (pauseMs > 0) await delay(pauseMs, undefined, { signal }).catch(() => {});
    try {
      while (
        !signal.aborted &&
        (await processInvalidations(publisher, lane, signal)) === MAX_INVALIDATIONS_PER_RUN
      );
      incident.recordSuccess();
      pauseMs = 0;
    } catch (error) {
      if (signal.aborted) return; // the touches stay for the next publisher
      // That pages can't be written is said once for all who try.
      pauseMs =
        error instanceof StorageError
          ? publisher.storageIncident.remainingPauseMs
          : incident.recordFailure(error);
    }
  }
}

/** Works until the signal aborts. */
export async function runInvalidationWorker(
  publisher: Publisher,
  databaseUrl: string,
  signal: AbortSignal,
): Promise<void> {
  const signals = LANES.map((lane) => ({ lane, isPending: true, wake: () => {} }));
  const signalLanes = (level?: Urgency) => {
    for (const laneSignal of signals) {
      if (level !== undefined && !laneSignal.lane.urgencies.includes(level)) continue;
      laneSignal.isPending = true;
      laneSignal.wake();
    }
  };
  signal.addEventListener('abort', () => signalLanes(), { once: true });
  await Promise.all([
    // for what came while nobody listened: all bells
    runNotifyListener(
      databaseUrl,
      { onInvalidated: signalLanes, onConnected: signalLanes },
      signal,
    ),
    ...signals.map((laneSignal) => {
      const waitForSignal: WaitForSignal = async (timeoutMs) => {
        if (!laneSignal.isPending) {
          await new Promise<void>((resolve) => {
            const timer = setTimeout(resolve, timeoutMs);
            laneSignal.wake = () => {
              clearTimeout(timer);
              resolve();
            };
          });
        }
        const wasPending = laneSignal.isPending;
        laneSignal.isPending = false;
        return wasPending;
      };
      return runLane(publisher, laneSignal.lane, waitForSignal, signal);
    }),
  ]);
}
