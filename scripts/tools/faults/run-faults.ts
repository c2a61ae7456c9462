import { setTimeout as delay } from 'node:timers/promises';
import { createDb, type Db } from '#db/client.ts';
import { INVALIDATION_CHANNEL, urgency } from '#outbox/invalidation.ts';
import { chooseThreads } from '../bench/choose-threads.ts';
import { compareEdge } from './edge.ts';
import { checkPages, type Damage, findDamage, strayFiles } from './find-damage.ts';
import type { ForumUnderTest } from './forum-under-test.ts';
import { type Injection, injections, NOTHING_INJECTED } from './injections.ts';
import { type FaultOutcome, summarize } from './outcome-table.ts';
import { createRandom, type Random } from './seeded-random.ts';
import {
  type Acknowledged,
  createWriterTokens,
  emptyAcknowledged,
  type PublishedPath,
  runReader,
  runWriter,
  type TargetThread,
  type TrafficContext,
  watchRemovals,
} from './traffic.ts';

/*
 * Runs fault after fault under traffic. After each, writers pause and the publisher finishes; new
 * differences count as the fault's errors.
 */

const WRITER_COUNT = 6;
const READER_COUNT = 4;
/** Threads with writers. */
const WRITTEN_THREAD_COUNT = 24;
/** Of them, threads with deletions. */
const REMOVING_THREAD_COUNT = 6;
/** Time limit of a recovery. */
const RECOVERY_MS = 120_000;
/** Time limit of the publisher's pending work. */
const IDLE_MS = 180_000;
/** Time limit of the cache's purges. */
const PURGED_MS = 120_000;
/** Time limit of the cleanup of orphaned and unfinished files. */
const CLEANUP_MS = 30_000;
/** Milliseconds of writing: a random time before a fault, and a fixed time after recovery. */
const PAUSES: Pauses = { before: [500, 2_000], after: 1_000 };
const POLL_MS = 100;

export interface Pauses {
  before: readonly [shortest: number, longest: number];
  after: number;
}

/** Outcome without a fault. */
const EMPTY_OUTCOME: Omit<FaultOutcome, 'fault'> = {
  acknowledged: 0,
  refused: 0,
  readerErrors: [],
  reads: 0,
  refusedByEdge: 0,
  hands: [],
  recoveredAfter: 0,
  lost: [],
  doubled: [],
  reappeared: [],
  differ: [],
  stray: [],
};

export interface FaultRunOptions {
  forum: ForumUnderTest;
  /** nginx in front, without a slash at the end. */
  nginxUrl: string;
  seed: number;
  /** Seconds: see Durations. */
  lock: number;
  brief: number;
  /** Number of other threads that are read. */
  readThreads: number;
  /** Runs only faults whose name contains one of these; all by default. */
  only?: readonly string[];
  /** Compares all pages only after the last fault: it takes longer than a fault. */
  checkAtEnd?: boolean;
  /** Instead of PAUSES. */
  pauses?: Pauses;
  /** Called before each fault after the first round: whether there is time. */
  more?: () => boolean;
  say(line: string): void;
}

const countAcknowledged = ({
  replies,
  threads,
  edits,
  deleted,
  pictures,
  likes,
}: Acknowledged): number =>
  replies.size + threads.size + edits.size + deleted.size + pictures.size + likes;

/** Polls a condition; false on timeout. */
export async function holdsWithin(
  milliseconds: number,
  holds: () => Promise<boolean>,
): Promise<boolean> {
  for (
    const until = performance.now() + milliseconds;
    performance.now() < until;
    await delay(POLL_MS)
  )
    if (await holds().catch(() => false)) return true;
  return false;
}

const isHealthy = async (forum: ForumUnderTest): Promise<boolean> =>
  (await fetch(`${forum.url}/api/health`, { signal: AbortSignal.timeout(5_000) })).status === 200;

/** Publishes pages of threads with writers, and others. */
async function publishPages(
  db: Db,
  url: string,
  places: readonly TargetThread[],
  readThreads: number,
): Promise<PublishedPath[]> {
  const others: TargetThread[] = await chooseThreads(db, WRITTEN_THREAD_COUNT + readThreads);
  const ids = new Set(places.map(({ id }) => id));
  const pages = [...places, ...others.filter(({ id }) => !ids.has(id))].map(
    ({ id, lang, takesAway = false }) => ({ path: `/${lang}/post/${id}`, takesAway }),
  );
  for (const { path } of pages) {
    const response = await fetch(url + path);
    if (response.status !== 200)
      throw new Error(`${path} answered ${response.status} before anything was injected`);
    await response.text();
  }
  return pages;
}

export const newEntries = (now: readonly string[], before: readonly string[]): string[] => {
  const knownEntries = new Set(before);
  return now.filter((one) => !knownEntries.has(one));
};

interface FaultScene {
  checkEach: boolean;
  pauses: Pauses;
  forum: ForumUnderTest;
  around: Omit<TrafficContext, 'signal'>;
  tokens: readonly string[];
  /** Pages that readers request. */
  pages: readonly PublishedPath[];
  say(line: string): void;
}

/** Injects a fault under traffic, and returns when writers have paused. */
async function injectFault(
  { pauses, forum, around, tokens, say }: FaultScene,
  { name, writesGoOn, inject }: Injection,
  round: number,
): Promise<{ hands: string[]; recoveredAfter: number }> {
  const { random, said, faulty } = around;
  const hands: string[] = [];
  const ending = new AbortController();
  const writers = tokens.map((token, index) =>
    runWriter({ ...around, signal: ending.signal }, token, `${round}x${index}`),
  );
  try {
    await delay(random.between(...pauses.before));
    if (name !== NOTHING_INJECTED) {
      faulty.now = true;
      faulty.count++;
    }
    const written = said.replies.size;
    await inject((problem) => hands.push(`${name}: ${problem}`));
    if (writesGoOn && said.replies.size === written) hands.push(`${name}: nothing was written`);
    const began = performance.now();
    const before = said.replies.size;
    if (
      !(await holdsWithin(
        RECOVERY_MS,
        async () => (await isHealthy(forum)) && said.replies.size > before,
      ))
    ) {
      hands.push(`not whole ${RECOVERY_MS / 1000} s after "${name}"; started anew by hand`);
      say(`  ${hands[0]}`);
      await forum.stop();
      await forum.start();
    }
    const recoveredAfter = (performance.now() - began) / 1000;
    faulty.now = false;
    await delay(pauses.after);
    return { hands, recoveredAfter };
  } finally {
    faulty.now = false;
    ending.abort();
    await Promise.all(writers);
  }
}

/** Waits until nothing is pending, including counts, which are batched for half a minute. */
export async function waitUntilPublisherIdle(db: Db): Promise<boolean> {
  return holdsWithin(IDLE_MS, async () => {
    const { rowCount } = await db.$client.query(
      `update invalidation set urgency = ${urgency.list} where urgency = ${urgency.counts}`,
    );
    if (rowCount)
      await db.$client.query(`select pg_notify('${INVALIDATION_CHANNEL}', '${urgency.list}')`);
    const { rows } = await db.$client.query<{ touched: number }>(
      'select count(*)::int as touched from invalidation',
    );
    return rows[0]?.touched === 0;
  });
}

/** Pages that differ between cache and nginx after all purges. */
async function findStaleInEdge(
  { forum: { varnish }, around, pages }: FaultScene,
  db: Db,
): Promise<string[]> {
  if (!varnish) return [];
  const purged = await holdsWithin(PURGED_MS, async () => {
    const { rowCount } = await db.$client.query('select from cdn_purge limit 1');
    return rowCount === 0;
  });
  const paths = pages.map(({ path }) => path);
  const stale = await compareEdge(varnish.url, around.nginxUrl, paths);
  return purged ? stale : [...stale, `purges waited for ${PURGED_MS / 1_000} s`];
}

/** Waits until a killed server has cleaned up, which it does after its first work. */
const waitUntilFilesTidy = (db: Db, forum: ForumUnderTest): Promise<boolean> =>
  holdsWithin(CLEANUP_MS, async () => (await strayFiles(db, forum.siteDir)).length === 0);

async function tryFault(
  scene: FaultScene,
  injection: Injection,
  round: number,
  wrong: Damage,
): Promise<{ outcome: FaultOutcome; wrong: Damage }> {
  const { forum, around, say } = scene;
  const { said } = around;
  const before = {
    acknowledged: countAcknowledged(said),
    refused: said.unanswered,
    reads: said.reads,
    refusedByEdge: said.refusedByEdge,
    errors: said.readerErrors.length,
    hands: forum.forcedStops.length,
  };
  say(injection.name);
  const { hands, recoveredAfter } = await injectFault(scene, injection, round);
  // PostgreSQL may have another address after a fault.
  const db = createDb({ url: forum.databaseUrl(), kind: 'maintenance', name: 'forum faults' });
  try {
    if (!(await waitUntilPublisherIdle(db)))
      hands.push(`the publisher was not done ${IDLE_MS / 1000} s after "${injection.name}"`);
    await waitUntilFilesTidy(db, forum);
    const now = await findDamage(db, forum, said, scene.checkEach);
    const stale = injection.comparesEdge ? await findStaleInEdge(scene, db) : [];
    const outcome: FaultOutcome = {
      fault: injection.name,
      acknowledged: countAcknowledged(said) - before.acknowledged,
      refused: said.unanswered - before.refused,
      readerErrors: injection.endsReaders ? [] : said.readerErrors.slice(before.errors),
      reads: said.reads - before.reads,
      refusedByEdge: said.refusedByEdge - before.refusedByEdge,
      hands: [...hands, ...forum.forcedStops.slice(before.hands)],
      recoveredAfter,
      lost: newEntries(now.lost, wrong.lost),
      doubled: newEntries(now.doubled, wrong.doubled),
      reappeared: newEntries(now.reappeared, wrong.reappeared),
      differ: [...newEntries(now.differ, wrong.differ), ...stale],
      stray: newEntries(now.stray, wrong.stray),
    };
    return { outcome, wrong: now };
  } finally {
    await db.$client.end();
  }
}

/** Each fault once in random order, and repeatedly while there is time. */
function* shuffledFaults(
  kinds: readonly Injection[],
  random: Random,
  more: () => boolean,
): Generator<Injection> {
  do {
    for (const left = [...kinds]; left.length > 0; )
      yield left.splice(Math.floor(random.next() * left.length), 1)[0] as Injection;
  } while (more());
}

/** Runs the faults on a running forum, which is still running afterwards. */
export async function runFaults({
  forum,
  nginxUrl,
  seed,
  lock: lockSeconds,
  brief: briefSeconds,
  readThreads,
  only = [],
  checkAtEnd = false,
  pauses = PAUSES,
  more = () => false,
  say,
}: FaultRunOptions): Promise<FaultOutcome[]> {
  const random = createRandom(seed);
  const kinds = injections(forum, { lockSeconds, briefSeconds }).filter(
    ({ name }) => only.length === 0 || only.some((part) => name.includes(part)),
  );
  const ending = new AbortController();
  let readers: Promise<void>[] = [];
  try {
    const db = createDb({ url: forum.databaseUrl(), kind: 'maintenance', name: 'forum faults' });
    const places = (await chooseThreads(db, WRITTEN_THREAD_COUNT)).map((place, index) => ({
      ...place,
      takesAway: index < REMOVING_THREAD_COUNT,
    }));
    const tokens = await createWriterTokens(db, WRITER_COUNT);
    const pages = await publishPages(db, nginxUrl, places, readThreads);
    const around = {
      apiUrl: forum.url,
      nginxUrl,
      places,
      random,
      said: emptyAcknowledged(),
      faulty: { now: false, count: 0 },
    };
    say('comparing before anything is injected');
    let wrong = await findDamage(db, forum, around.said, !checkAtEnd);
    await db.$client.end();
    const outcomes: FaultOutcome[] = [{ ...EMPTY_OUTCOME, fault: '(before)', ...wrong }];
    readers = [
      ...Array.from({ length: READER_COUNT }, () =>
        runReader({ ...around, signal: ending.signal }, pages),
      ),
      watchRemovals({ ...around, signal: ending.signal }),
      ...(forum.varnish
        ? [runReader({ ...around, signal: ending.signal }, pages, forum.varnish.url)]
        : []),
    ];
    let round = 0;
    for (const injection of shuffledFaults(kinds, random, more)) {
      const tried = await tryFault(
        { checkEach: !checkAtEnd, pauses, forum, around, tokens, pages, say },
        injection,
        ++round,
        wrong,
      );
      outcomes.push(tried.outcome);
      say(`  ${summarize(tried.outcome)}`);
      wrong = tried.wrong;
    }
    if (checkAtEnd)
      outcomes.push({
        ...EMPTY_OUTCOME,
        fault: '(final page check)',
        differ: await checkPages(forum.env()),
      });
    return outcomes;
  } finally {
    ending.abort();
    await Promise.all(readers);
  }
}
