import { setTimeout as delay } from 'node:timers/promises';
import { langOf, type ThreadLanguage } from '#contracts/language.ts';
import {
  AREAS,
  forumPath,
  forumsPath,
  homePath,
  ROOTS,
  rootOf,
  threadPath,
} from '#contracts/paths.ts';
import type { Db } from '#db/client.ts';
import { withBeats } from '#db/silent-connections.ts';
import { inTransaction, type Runner, statement } from '#db/statement.ts';
import { isPublicThreadSql } from '#domain/shared/visibility.ts';
import { announceThreads } from '#outbox/announce-threads.ts';
import { cacheTag } from '#outbox/cache-tags.ts';
import { announceInvalidations, type Urgency, urgency } from '#outbox/invalidation.ts';
import { runNotifyListener } from '#outbox/notify-listener.ts';
import { createIncident } from '#platform/incident.ts';
import { CATCH_UP_MS } from '#platform/limits.ts';
import { publishSeconds } from '#platform/metrics.ts';
import { withTimeout } from '#platform/timeout.ts';
import { StorageError } from './audit/storage-incident.ts';
import { findPathsToRender } from './files/page-records.ts';
import { publishPages } from './render/publish-pages.ts';
import type { Publisher } from './render/publisher.ts';
import { withdrawUnread } from './render/withdraw-unread.ts';

const selectThreadLanguages = statement<
  { id: number; language: ThreadLanguage },
  { ids: readonly number[] }
>(`
  select t.id, t.language
  from thread t
  where t.id = any(:ids::int[]) and ${isPublicThreadSql('t')}`);

/**
 * Pages created by an invalidation. A thread is published in its own language for both sites; a
 * request renders the other language. Existing pages are found by their tags.
 */
async function findNewPagePaths(db: Db, tags: readonly string[]): Promise<string[]> {
  const pages = tags.flatMap((tag) => {
    const page = cacheTag.newThreadPage.parse(tag);
    return page ? [page] : [];
  });
  const threads =
    pages.length > 0 ? await selectThreadLanguages(db, { ids: pages.map(([id]) => id) }) : [];
  const languageByThread = new Map(threads.map((thread) => [thread.id, thread.language]));
  const threadPaths = pages.flatMap(([id, page]) => {
    const language = languageByThread.get(id);
    return language
      ? AREAS.map((area) => threadPath(rootOf(area, langOf(language)), id, page))
      : [];
  });
  const forumPaths = tags.flatMap((tag) => {
    const [forumId] = cacheTag.forum.parse(tag) ?? [];
    return forumId === undefined ? [] : ROOTS.map((root) => forumPath(root, forumId));
  });
  const sitePaths = tags.includes(cacheTag.forums())
    ? ROOTS.flatMap((root) => [homePath(root), forumsPath(root)])
    : [];
  return [...threadPaths, ...forumPaths, ...sitePaths];
}

/*
 * One loop per kind of invalidation, so that replies never wait for lists. Lists are gathered for
 * 0.4 s, so that a busy home page is rendered about once a second; counts for 30 s, or until
 * nothing has changed for a second.
 */
interface Lane {
  /** Its name in metrics. */
  kind: 'posts' | 'lists' | 'counts';
  urgencies: readonly Urgency[];
  gatherMs: number;
  /** Gathering ends early if nothing changes for this time. */
  quietMs: number;
  /** Maximum rest after a large run; it leaves the processor to writers and enlarges batches. */
  maxRestMs: number;
  priority: 'urgent' | 'background';
  /** Rows per run: more of them avoid double renderings, but all wait longer. */
  maxRows: number;
}

const LANES: readonly Lane[] = [
  {
    kind: 'posts',
    urgencies: [urgency.takedown, urgency.moderation, urgency.post],
    gatherMs: 0,
    quietMs: 0,
    maxRestMs: 100,
    priority: 'urgent',
    maxRows: 400,
  },
  {
    kind: 'lists',
    urgencies: [urgency.list],
    gatherMs: 400,
    quietMs: 400,
    maxRestMs: 600,
    priority: 'background',
    maxRows: 8_000,
  },
  {
    kind: 'counts',
    urgencies: [urgency.counts],
    gatherMs: 30_000,
    quietMs: 1_000,
    maxRestMs: 0,
    priority: 'background',
    maxRows: 8_000,
  },
];

/** A run of more rows means that writes come faster than single pages are rendered. */
const MAX_CALM_ROWS = 4;

/** Milliseconds between polls of the invalidations without a notification. */
const POLL_INTERVAL_MS = 5_000;

// An array, not a join: a join of two plans for any number of rows may read the table once per row.
const takeInvalidations = statement<
  { tag: string; urgency: Urgency; transactionId: string; age: number },
  { levels: readonly number[]; limit: number }
>(`
  delete from invalidation
  where id = any(
      array(
        select id
        from invalidation
        where urgency = any(:levels::smallint[])
        order by urgency, id
        limit :limit
        for update skip locked
      )
    )
  returning
    tag,
    urgency,
    transaction_id::text as "transactionId",
    extract(epoch from clock_timestamp() - created_at)::float8 as age`);

/**
 * Renders the pages of pending invalidations. The transaction ends after the files are written, so
 * a crash loses none. Failed pages are retried through publish_failure. Returns the number of
 * invalidations.
 */
async function processInvalidations(
  publisher: Publisher,
  { kind, urgencies, priority, maxRows }: Lane,
  signal: AbortSignal,
): Promise<number> {
  const process = async (on: Runner): Promise<number> => {
    const invalidations = await takeInvalidations(on, { levels: urgencies, limit: maxRows });
    if (invalidations.length === 0) return 0;
    const mostUrgentFirst = [...invalidations].sort((a, b) => a.urgency - b.urgency);
    const tags = [...new Set(mostUrgentFirst.map(({ tag }) => tag))];
    const takenMs = performance.now();
    const isUrgent = priority === 'urgent';
    const outdated = await findPathsToRender(publisher.db, mostUrgentFirst, {
      withdrawn: isUrgent,
    });
    const paths = [
      ...(await findNewPagePaths(publisher.db, tags)),
      ...(isUrgent ? outdated : await withdrawUnread(publisher, outdated, signal)),
    ];
    await publishPages(publisher, paths, { priority, signal });
    const seconds = (performance.now() - takenMs) / 1_000;
    for (const { age } of invalidations) publishSeconds.observe({ kind }, age + seconds);
    // before the commit: after a crash they are rendered and announced again
    await announceThreads(publisher.db, tags);
    return invalidations.length;
  };
  return inTransaction(publisher.lockDb, (tx) => withBeats(tx, process));
}

const selectNewestPost = statement<{ id: number }, { levels: readonly number[] }>(`
  select coalesce(max(id), 0)::float8 as id
  from invalidation
  where urgency = any(:levels::smallint[])`);
const selectPendingPosts = statement<unknown, { levels: readonly number[]; upTo: number }>(`
  select
  from invalidation
  where urgency = any(:levels::smallint[]) and id <= :upTo::int8
  limit 1`);
/** Milliseconds between checks whether other processes have finished their rows. */
const PENDING_POLL_MS = 50;

/**
 * Renders pending posts. Resolves when all are written, also by other publishers, or after
 * CATCH_UP_MS. Failed pages are left to the loops.
 */
export async function renderPendingPosts(publisher: Publisher, signal: AbortSignal): Promise<void> {
  const [lane] = LANES as readonly [Lane];
  const levels = lane.urgencies;
  const limit = AbortSignal.any([signal, AbortSignal.timeout(CATCH_UP_MS)]);
  try {
    const [newest] = await selectNewestPost(publisher.db, { levels });
    const upTo = newest?.id ?? 0;
    while (!limit.aborted && (await selectPendingPosts(publisher.db, { levels, upTo })).length > 0)
      if ((await processInvalidations(publisher, lane, limit)) === 0)
        await delay(PENDING_POLL_MS, undefined, { signal: limit });
  } catch (error) {
    if (!limit.aborted) publisher.log.warn({ err: error }, 'publishing.catchUpFailed');
  }
}

/** Resolves with true at the first notification, with false after the time (ms). */
type WaitForSignal = (milliseconds: number) => Promise<boolean>;

/** Waits while invalidations come, at most the lane's time. */
async function gather(
  { gatherMs, quietMs }: Lane,
  waitForSignal: WaitForSignal,
  signal: AbortSignal,
): Promise<void> {
  for (let leftMs = gatherMs; leftMs > 0; leftMs -= quietMs) {
    await delay(quietMs, undefined, { signal }).catch(() => {});
    if (signal.aborted || !(await waitForSignal(0))) return;
  }
}

async function runLane(
  publisher: Publisher,
  lane: Lane,
  waitForSignal: WaitForSignal,
  signal: AbortSignal,
): Promise<void> {
  const incident = createIncident(publisher.log, 'publishing');
  for (let pauseMs = 0; !signal.aborted; ) {
    let isPoll = false;
    if (pauseMs === 0) {
      isPoll = !(await waitForSignal(Math.max(POLL_INTERVAL_MS, lane.gatherMs)));
      if (!isPoll) await gather(lane, waitForSignal, signal);
    }
    pauseMs = Math.max(pauseMs, publisher.storageIncident.remainingPauseMs);
    if (pauseMs > 0) await delay(pauseMs, undefined, { signal }).catch(() => {});
    try {
      const startedMs = performance.now();
      let rows: number;
      do rows = await processInvalidations(publisher, lane, signal);
      while (!signal.aborted && rows === lane.maxRows);
      // their writer ended before it notified: other processes don't know them either
      if (isPoll && rows > 0) await announceInvalidations(publisher.db, lane.urgencies);
      incident.recordSuccess();
      pauseMs = rows > MAX_CALM_ROWS ? Math.min(performance.now() - startedMs, lane.maxRestMs) : 0;
    } catch (error) {
      if (signal.aborted) return; // the invalidations remain for the next publisher
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
    // signals all lanes: notifications sent while disconnected are lost
    runNotifyListener(
      databaseUrl,
      {
        name: 'publishing',
        onInvalidated: signalLanes,
        onConnected: signalLanes,
        onSilence() {
          for (const { $client: pool } of [publisher.db, publisher.lockDb])
            pool.destroyConnections();
        },
      },
      signal,
    ),
    ...signals.map((laneSignal) => {
      const waitForSignal: WaitForSignal = async (timeoutMs) => {
        if (!laneSignal.isPending) {
          const woken = new Promise<void>((resolve) => {
            laneSignal.wake = resolve;
          });
          await withTimeout(timeoutMs, woken).catch(() => {});
        }
        const wasPending = laneSignal.isPending;
        laneSignal.isPending = false;
        return wasPending;
      };
      return runLane(publisher, laneSignal.lane, waitForSignal, signal);
    }),
  ]);
}
