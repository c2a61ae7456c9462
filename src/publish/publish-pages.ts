import { setTimeout as delay } from 'node:timers/promises';
import { MAX_BATCH_BYTES, MAX_PAGE_BYTES } from '#contracts/limits.ts';
import type { Db } from '#db/client.ts';
import { withReadSnapshot } from '#db/read-snapshot.ts';
import type { Runner } from '#db/statement.ts';
import type { Logger } from '#platform/log.ts';
import { retryOnLostConnection } from '#platform/unavailable.ts';
import type { PurgeCdn } from './cdn-purge.ts';
import type { Incident } from './incident.ts';
import {
  deletePageRecords,
  type PageFailure,
  type PageRecord,
  type PageState,
  readPageStates,
  recordFailures,
  recordPages,
  recordWritten,
} from './page-records.ts';
import { preloadThreadPages } from './preload-thread-pages.ts';
import type { PriorityGate } from './priority-gate.ts';
import { withRenderLock } from './render-locks.ts';
import type { Render, RenderedPage } from './render-result.ts';
import {
  type CompressedPage,
  compressPage,
  hasAnyPageFile,
  hashContent,
  hasPageFile,
  removePage,
  writePage,
} from './site-files.ts';
import { StorageError } from './storage-incident.ts';

export interface Publisher {
  db: Db;
  /**
   * Connections that are held while pages are rendered, for locks and for touches that are being
   * done. They are others than `db`'s, which the rendering needs meanwhile: from one pool, a few
   * pages at once could wait for each other forever.
   */
  lockDb: Db;
  priorityGate: PriorityGate;
  siteDir: string;
  /** Fingerprint of the templates. */
  buildFingerprint: string;
  render: Render;
  purgeCdn: PurgeCdn;
  log: Logger;
  /** Whether pages can be written. */
  storageIncident: Incident;
}

export interface PublishOutcome {
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
  priority?: 'urgent' | 'background';
  /** Somebody asks for these very pages: those that failed lately are tried at once. */
  isRequested?: boolean;
  /** Ends it between two batches; what ordered the pages must stay then. */
  signal?: AbortSignal;
}

/**
 * Pages rendered under one set of locks; small, so that a takedown never waits long, and nothing
 * else for what can wait.
 */
const BATCH_SIZES = { urgent: 32, background: 8 } as const;

/**
 * What a page may say when it isn't to be seen. Any other answer than these and 200 is a failure.
 */
const ABSENT_STATUSES: readonly number[] = [403, 404, 406];

type RenderAttempt =
  | { kind: 'made'; record: PageRecord; content?: CompressedPage }
  | { kind: 'absent'; path: string; status: number; known: boolean }
  | { kind: 'failed'; path: string; message: string }
  /** It failed lately and is left to a later time. */
  | { kind: 'waits'; path: string };

/**
 * Renders a page, and what isn't to be seen but stands once more, in one state of the database:
 * only then is it removed.
 */
async function renderConfirmingAbsence(
  { render, db, siteDir }: Publisher,
  path: string,
  state: PageState | undefined,
  preloaded: Map<string, unknown>,
): Promise<RenderedPage> {
  const renderResult = await render(path, { preloaded });
  const hasPage = (state !== undefined && state.hash !== null) || hasAnyPageFile(siteDir, path);
  return renderResult.status === 200 || !hasPage
    ? renderResult
    : withReadSnapshot(db, (snapshot) => render(path, { db: snapshot }));
}

async function attemptRender(
  publisher: Publisher,
  path: string,
  state: PageState | undefined,
  preloaded: Map<string, unknown>,
  isRequested: boolean,
): Promise<RenderAttempt> {
  if (state?.waits && (state.fatal || !isRequested)) return { kind: 'waits', path };
  try {
    const renderResult = await retryOnLostConnection(() =>
      renderConfirmingAbsence(publisher, path, state, preloaded),
    );
    if (ABSENT_STATUSES.includes(renderResult.status))
      return { kind: 'absent', path, status: renderResult.status, known: state !== undefined };
    if (renderResult.status !== 200)
      throw new Error(`the page answered with status ${renderResult.status}`);
    if (renderResult.body.length > MAX_PAGE_BYTES)
      throw new Error(`the page is larger than ${MAX_PAGE_BYTES} bytes`);
    const hash = hashContent(renderResult.body);
    const isChanged = hash !== state?.hash || !hasPageFile(publisher.siteDir, path);
    return {
      kind: 'made',
      record: { path, tags: renderResult.tags, hash, keepForSeconds: renderResult.keepForSeconds },
      ...(isChanged ? { content: compressPage(renderResult.body) } : {}),
    };
  } catch (error) {
    publisher.log.error(
      { err: error, path },
      'a page could not be rendered; it stays as it is, and is tried again',
    );
    return { kind: 'failed', path, message: (error as Error).message };
  }
}

const toOutcome = (attempt: RenderAttempt): PublishOutcome => {
  if (attempt.kind === 'made')
    return { path: attempt.record.path, status: 200, changed: attempt.content !== undefined };
  return {
    path: attempt.path,
    status: attempt.kind === 'absent' ? attempt.status : 500,
    changed: false,
  };
};

/** What keeps all pages from being written: no room, a quota, a limit, rights, a broken disk. */
const STORAGE_ERROR_CODES = [
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

interface WriteFailures {
  /** They are as they were recorded, and there is no writing them now. */
  waiting: string[];
  /** Something stands in their own way. */
  failed: PageFailure[];
}

/** Puts pages in place that are recorded already. Returns those that could not be written. */
function writePages(
  { siteDir, storageIncident, log }: Publisher,
  pages: readonly { path: string; content: CompressedPage }[],
): WriteFailures {
  const failed: PageFailure[] = [];
  for (const [index, { path, content }] of pages.entries()) {
    try {
      writePage(siteDir, path, content);
      storageIncident.recordSuccess();
    } catch (error) {
      const { code = '', message } = error as NodeJS.ErrnoException;
      if (STORAGE_ERROR_CODES.includes(code)) {
        storageIncident.recordFailure(error);
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
async function saveAttempts(
  publisher: Publisher,
  lock: Runner,
  attempts: readonly RenderAttempt[],
): Promise<PublishOutcome[]> {
  const rendered = attempts.filter((one) => one.kind === 'made');
  const changed = rendered.flatMap(({ record, content }) =>
    content ? [{ path: record.path, content }] : [],
  );
  const absent = attempts.filter((one) => one.kind === 'absent');
  await recordPages(
    lock,
    rendered.map((one) => one.record),
    publisher.buildFingerprint,
    changed.map((one) => one.path),
  );
  const { waiting, failed } = writePages(publisher, changed);
  const unwritten = new Set([...waiting, ...failed.map((one) => one.path)]);
  for (const { path } of absent) removePage(publisher.siteDir, path);
  await recordWritten(
    lock,
    changed.flatMap(({ path }) => (unwritten.has(path) ? [] : [path])),
  );
  await deletePageRecords(
    lock,
    absent.flatMap(({ path, known }) => (known ? [path] : [])),
  );
  await recordFailures(lock, [...attempts.filter((one) => one.kind === 'failed'), ...failed]);
  const waitingPaths = new Set(waiting);
  return attempts.map(toOutcome).map((one) => {
    if (waitingPaths.has(one.path)) return { ...one, changed: false, unwritten: true as const };
    return unwritten.has(one.path) ? { ...one, status: 500, changed: false } : one;
  });
}

async function publishBatch(
  publisher: Publisher,
  paths: string[],
  isRequested: boolean,
): Promise<PublishOutcome[]> {
  return withRenderLock(publisher.lockDb, paths, async (lock) => {
    const states = await readPageStates(publisher.db, paths);
    // What can't be read for all of them at once, each page reads by itself: so only those fail
    // that have the fault.
    const preloaded = await preloadThreadPages(publisher.db, paths).catch(
      () => new Map<string, unknown>(),
    );
    const outcomes: PublishOutcome[] = [];
    const remainingPaths = paths[Symbol.iterator]();
    for (let isDone = false; !isDone; ) {
      const attempts: RenderAttempt[] = [];
      let bytes = 0;
      // Two at a time: one is rendered while the other waits for the database. With more, each
      // lives long enough to be garbage of the expensive kind.
      const renderNext = async () => {
        while (bytes < MAX_BATCH_BYTES) {
          const next = remainingPaths.next();
          if (next.done) {
            isDone = true;
            return;
          }
          const attempt = await attemptRender(
            publisher,
            next.value,
            states.get(next.value),
            preloaded,
            isRequested,
          );
          attempts.push(attempt);
          if (attempt.kind === 'made') bytes += attempt.content?.plain.length ?? 0;
        }
      };
      await Promise.all([renderNext(), renderNext()]);
      outcomes.push(...(await saveAttempts(publisher, lock, attempts)));
    }
    return outcomes;
  });
}

/** Throws when some of these pages could not be written. */
function assertWritten(outcomes: readonly PublishOutcome[]): void {
  if (outcomes.some((one) => one.unwritten)) throw new StorageError('pages could not be written');
}

/**
 * Renders these pages and puts them in place; those that are no more are removed, those that can't
 * be made are noted and stay. Throws when the database is away, when the signal aborts, and
 * StorageError when pages that nobody asks for can't be written: what ordered them must stay.
 */
export async function publishPages(
  publisher: Publisher,
  paths: readonly string[],
  { priority = 'urgent', isRequested = false, signal }: PublishOptions = {},
): Promise<PublishOutcome[]> {
  const unique = [...new Set(paths)];
  const outcomes: PublishOutcome[] = [];
  for (let from = 0, pauseMs = 0; from < unique.length; from += BATCH_SIZES[priority]) {
    signal?.throwIfAborted();
    const publishNext = async () => {
      const batchOutcomes = await publishBatch(
        publisher,
        unique.slice(from, from + BATCH_SIZES[priority]),
        isRequested,
      );
      if (!isRequested) assertWritten(batchOutcomes);
      return batchOutcomes;
    };
    if (priority === 'urgent')
      outcomes.push(...(await publisher.priorityGate.runUrgent(publishNext)));
    else {
      // What can wait takes half of the time at most: a burst of replies needs the processor for
      // itself.
      await delay(pauseMs, undefined, { signal });
      await publisher.priorityGate.waitForTurn();
      const startedMs = performance.now();
      outcomes.push(...(await publishNext()));
      pauseMs = performance.now() - startedMs;
    }
  }
  const changed = outcomes
    .filter((one) => one.changed || ABSENT_STATUSES.includes(one.status))
    .map((one) => one.path);
  if (changed.length > 0) await publisher.purgeCdn(changed);
  return outcomes;
}
