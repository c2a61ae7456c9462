import { setTimeout as delay } from 'node:timers/promises';
import { MAX_BATCH_BYTES, MAX_PAGE_BYTES } from '#contracts/limits.ts';
import type { Db } from '#db/client.ts';
import type { Runner } from '#db/statement.ts';
import type { Logger } from '#platform/log.ts';
import { retryOnLostConnection } from '#platform/unavailable.ts';
import {
  type Compressed,
  compress,
  hashOf,
  pageLeaves,
  pageStands,
  removePage,
  writePage,
} from './files.ts';
import type { Incident } from './incident.ts';
import { whileRendering } from './lock.ts';
import type { Pace } from './pace.ts';
import {
  finishPages,
  forgetPages,
  type KnownPage,
  knownPages,
  type PageFailure,
  type PageRecord,
  recordFailures,
  recordPages,
} from './pages.ts';
import { preload } from './preload.ts';
import type { Purge } from './purge.ts';
import type { Render, Rendered } from './rendered.ts';
import { inSnapshot } from './snapshot.ts';
import { StorageError } from './storage-state.ts';

export interface Publisher {
  db: Db;
  /**
   * Connections that are held while pages are rendered, for locks and for touches that are being
   * done. They are others than `db`'s, which the rendering needs meanwhile: from one pool, a few
   * pages at once could wait for each other forever.
   */
  held: Db;
  pace: Pace;
  siteDir: string;
  /** Fingerprint of the templates. */
  build: string;
  render: Render;
  purge: Purge;
  log: Logger;
  /** Whether pages can be written. */
  storage: Incident;
}

export interface Outcome {
  path: string;
  /**
   * 200, what the page says of itself (403, 404, 406), or 500 when it couldn't be made: then what
   * stood there stands.
   */
  status: number;
  /** Whether the file was replaced; false when it had nothing new, or is not there. */
  changed: boolean;
  /** It was made and could not be written. */
  unwritten?: true;
}

export interface PublishOptions {
  /** `background`: nobody waits for it. */
  when?: 'urgent' | 'background';
  /** Somebody asks for these very pages: those that failed lately are tried at once. */
  asked?: boolean;
  /** Ends it between two batches; what ordered the pages must stay then. */
  signal?: AbortSignal;
}

/**
 * Pages rendered under one set of locks; small, so that a takedown never waits long, and nothing
 * else for what can wait.
 */
const BATCH = { urgent: 32, background: 8 } as const;

/**
 * What a page may say when it isn't to be seen. Any other answer than these and 200 is a failure.
 */
const ABSENT: readonly number[] = [403, 404, 406];

type Attempt =
  | { kind: 'made'; record: PageRecord; content?: Compressed }
  | { kind: 'absent'; path: string; status: number; known: boolean }
  | { kind: 'failed'; path: string; message: string }
  /** It failed lately and is left to a later time. */
  | { kind: 'waits'; path: string };

/**
 * Renders a page, and what isn't to be seen but stands once more, in one state of the database:
 * only then is it removed.
 */
async function renderSurely(
  { render, db, siteDir }: Publisher,
  path: string,
  known: KnownPage | undefined,
  preloaded: Map<string, unknown>,
): Promise<Rendered> {
  const made = await render(path, { preloaded });
  const stands = (known !== undefined && known.hash !== null) || pageLeaves(siteDir, path);
  return made.status === 200 || !stands
    ? made
    : inSnapshot(db, (snapshot) => render(path, { db: snapshot }));
}

async function attempt(
  publisher: Publisher,
  path: string,
  known: KnownPage | undefined,
  preloaded: Map<string, unknown>,
  asked: boolean,
): Promise<Attempt> {
  if (known?.waits && (known.fatal || !asked)) return { kind: 'waits', path };
  try {
    const made = await retryOnLostConnection(() => renderSurely(publisher, path, known, preloaded));
    if (ABSENT.includes(made.status))
      return { kind: 'absent', path, status: made.status, known: known !== undefined };
    if (made.status !== 200) throw new Error(`the page answered with status ${made.status}`);
    if (made.body.length > MAX_PAGE_BYTES)
      throw new Error(`the page is larger than ${MAX_PAGE_BYTES} bytes`);
    const hash = hashOf(made.body);
    const changed = hash !== known?.hash || !pageStands(publisher.siteDir, path);
    return {
      kind: 'made',
      record: { path, tags: made.tags, hash, keepFor: made.keepFor },
      ...(changed ? { content: compress(made.body) } : {}),
    };
  } catch (error) {
    publisher.log.error(
      { err: error, path },
      'a page could not be rendered; it stays as it is, and is tried again',
    );
    return { kind: 'failed', path, message: (error as Error).message };
  }
}

const outcomeOf = (one: Attempt): Outcome => {
  if (one.kind === 'made')
    return { path: one.record.path, status: 200, changed: one.content !== undefined };
  return { path: one.path, status: one.kind === 'absent' ? one.status : 500, changed: false };
};

/** What keeps all pages from being written: no room, a quota, a limit, rights, a broken disk. */
const STORAGE_CODES = [
  'ENOSPC',
  'EDQUOT',
  'EFBIG',
  'EROFS',
  'EACCES',
  'EPERM',
  'EIO',
  'EMFILE',
  'ENFILE',
];

interface Unwritten {
  /** They are as they were recorded, and there is no writing them now. */
  waiting: string[];
  /** Something stands in their own way. */
  failed: PageFailure[];
}

/** Puts pages in place that are recorded already. Returns those that could not be written. */
function writePages(
  { siteDir, storage, log }: Publisher,
  pages: readonly { path: string; content: Compressed }[],
): Unwritten {
  const failed: PageFailure[] = [];
  for (const [index, { path, content }] of pages.entries()) {
    try {
      writePage(siteDir, path, content);
      storage.worked();
    } catch (error) {
      const { code = '', message } = error as NodeJS.ErrnoException;
      if (STORAGE_CODES.includes(code)) {
        storage.failed(error);
        // the next ones would fail alike
        return { waiting: pages.slice(index).map((one) => one.path), failed };
      }
      log.error({ err: error, path }, 'a page could not be written; it is tried again');
      failed.push({ path, message });
    }
  }
  return { waiting: [], failed };
}

/**
 * Records what was made on the connection that holds the locks, then writes it: a file never stands
 * without a record that a takedown finds it by, and nothing is written by somebody whose locks were
 * lost. What is killed in between is seen in page_write, and written again.
 */
async function settle(
  publisher: Publisher,
  lock: Runner,
  attempts: readonly Attempt[],
): Promise<Outcome[]> {
  const made = attempts.filter((one) => one.kind === 'made');
  const changed = made.flatMap(({ record, content }) =>
    content ? [{ path: record.path, content }] : [],
  );
  const absent = attempts.filter((one) => one.kind === 'absent');
  await recordPages(
    lock,
    made.map((one) => one.record),
    publisher.build,
    changed.map((one) => one.path),
  );
  const { waiting, failed } = writePages(publisher, changed);
  const unwritten = new Set([...waiting, ...failed.map((one) => one.path)]);
  for (const { path } of absent) removePage(publisher.siteDir, path);
  await finishPages(
    lock,
    changed.flatMap(({ path }) => (unwritten.has(path) ? [] : [path])),
  );
  await forgetPages(
    lock,
    absent.flatMap(({ path, known }) => (known ? [path] : [])),
  );
  await recordFailures(lock, [...attempts.filter((one) => one.kind === 'failed'), ...failed]);
  const full = new Set(waiting);
  return attempts.map(outcomeOf).map((one) => {
    if (full.has(one.path)) return { ...one, changed: false, unwritten: true as const };
    return unwritten.has(one.path) ? { ...one, status: 500, changed: false } : one;
  });
}

async function publishBatch(
  publisher: Publisher,
  paths: string[],
  asked: boolean,
): Promise<Outcome[]> {
  return whileRendering(publisher.held, paths, async (lock) => {
    const known = await knownPages(publisher.db, paths);
    // What can't be read for all of them at once, each page reads by itself: so only those fail
    // that have the fault.
    const preloaded = await preload(publisher.db, paths).catch(() => new Map<string, unknown>());
    const outcomes: Outcome[] = [];
    const left = paths[Symbol.iterator]();
    for (let done = false; !done; ) {
      const attempts: Attempt[] = [];
      let bytes = 0;
      // Two at a time: one is rendered while the other waits for the database. With more, each
      // lives long enough to be garbage of the expensive kind.
      const renderNext = async () => {
        while (bytes < MAX_BATCH_BYTES) {
          const next = left.next();
          if (next.done) {
            done = true;
            return;
          }
          const one = await attempt(publisher, next.value, known.get(next.value), preloaded, asked);
          attempts.push(one);
          if (one.kind === 'made') bytes += one.content?.plain.length ?? 0;
        }
      };
      await Promise.all([renderNext(), renderNext()]);
      outcomes.push(...(await settle(publisher, lock, attempts)));
    }
    return outcomes;
  });
}

/** Throws when some of these pages could not be written. */
function assertWritten(outcomes: readonly Outcome[]): void {
  if (outcomes.some((one) => one.unwritten)) throw new StorageError('pages could not be written');
}

/**
 * Renders these pages and puts them in place; those that are no more are removed, those that can't
 * be made are noted and stay. Throws when the database is away, when the signal aborts, and
 * StorageError when pages that nobody asks for can't be written: what ordered them must stay.
 */
export async function publishPaths(
  publisher: Publisher,
  paths: readonly string[],
  { when = 'urgent', asked = false, signal }: PublishOptions = {},
): Promise<Outcome[]> {
  const unique = [...new Set(paths)];
  const outcomes: Outcome[] = [];
  for (let from = 0, rest = 0; from < unique.length; from += BATCH[when]) {
    signal?.throwIfAborted();
    const batch = async () => {
      const some = await publishBatch(publisher, unique.slice(from, from + BATCH[when]), asked);
      if (!asked) assertWritten(some);
      return some;
    };
    if (when === 'urgent') outcomes.push(...(await publisher.pace.urgently(batch)));
    else {
      // What can wait takes half of the time at most: a burst of replies needs the processor for
      // itself.
      await delay(rest, undefined, { signal });
      await publisher.pace.turn();
      const began = performance.now();
      outcomes.push(...(await batch()));
      rest = performance.now() - began;
    }
  }
  const changed = outcomes
    .filter((one) => one.changed || ABSENT.includes(one.status))
    .map((one) => one.path);
  if (changed.length > 0) await publisher.purge(changed);
  return outcomes;
}
