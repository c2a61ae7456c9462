import type { Runner } from '#db/statement.ts';
import type { CompressedPage } from '../files/compress-page.ts';
import { deletePageRecords, recordPages, recordWritten } from '../files/page-records.ts';
import { requestPurges } from '../files/purge-queue.ts';
import { removePage, writePage } from '../files/site-files.ts';
import { type PageFailure, recordFailures } from './publish-failures.ts';
import type { Publisher, PublishOutcome } from './publisher.ts';
import { type RenderAttempt, toOutcome } from './render-attempt.ts';

/**
 * Error codes that keep all pages from being written: no space, quota, limits, permissions, a
 * broken disk.
 */
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
  /** They are unchanged on the disk, and can't be written now. */
  waiting: string[];
  /** A file of their own is in the way. */
  failed: PageFailure[];
}

/** Writes the files of recorded pages. Returns those that could not be written. */
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
 * Records rendered pages on the connection that holds the locks, then writes them: no file is
 * without a record by which a takedown finds it, and nothing is written after the locks were lost.
 * A process that is killed in between leaves the page in page_write, and it is written again.
 * `seen` is the snapshot from before they were rendered, `build` what they were made with.
 */
export async function saveAttempts(
  publisher: Publisher,
  lock: Runner,
  attempts: readonly RenderAttempt[],
  { seen, build }: { seen: string; build: string },
): Promise<PublishOutcome[]> {
  const rendered = attempts.filter((one) => one.kind === 'made');
  const changed = rendered.flatMap(({ record, content }) =>
    content ? [{ path: record.path, content }] : [],
  );
  const absent = attempts.filter((one) => one.kind === 'absent');
  await recordPages(
    lock,
    rendered.map((one) => one.record),
    build,
    seen,
    changed.map((one) => one.path),
  );
  const { waiting, failed } = writePages(publisher, changed);
  const unwritten = new Set([...waiting, ...failed.map((one) => one.path)]);
  for (const { path } of absent) removePage(publisher.siteDir, path);
  const written = changed.flatMap(({ path }) => (unwritten.has(path) ? [] : [path]));
  const removed = absent.flatMap(({ path, known }) => (known ? [path] : []));
  if (publisher.cdn) {
    await requestPurges(lock, written);
    await requestPurges(lock, removed, { isTakedown: true });
  }
  await recordWritten(lock, written);
  await deletePageRecords(lock, removed);
  await recordFailures(lock, [...attempts.filter((one) => one.kind === 'failed'), ...failed]);
  const waitingPaths = new Set(waiting);
  return attempts.map(toOutcome).map((one) => {
    if (waitingPaths.has(one.path)) return { ...one, changed: false, unwritten: true as const };
    return unwritten.has(one.path) ? { ...one, status: 500, changed: false } : one;
  });
}
