import { type Runner, statement } from '#db/statement.ts';
import { runBackgroundLoop } from '#platform/background-loop.ts';
import { syncFiles } from '#platform/durable-file.ts';
import { isDiskError } from '#platform/unavailable.ts';
import type { Publisher } from '../render/publisher.ts';
import { withRenderLock } from '../render/render-locks.ts';
import { type CompressedForms, compressSmall, hashContent } from './compress-page.ts';
import { recordTorn, toPath } from './page-records.ts';
import { findFolderProblem, readExpectedId } from './pages-folder.ts';
import {
  listPageFiles,
  readForCompression,
  removePage,
  setPageAside,
  writeCompressedForms,
} from './site-files.ts';

/* Compresses stable pages (decisions/edge-and-caches.md), and syncs files (decisions/faults.md). */

/** Seconds without a change before a page is compressed. */
const STILL_SECONDS = 1;
const INTERVAL_MS = 1_000;
/** Pages under one set of locks: a reply to any of them waits some 20 ms for all. */
const PAGES_PER_BATCH = 16;
const PAGES_PER_RUN = 512;

const selectStillPaths = statement<{ path: string }>(`
  select path
  from page_write
  where written_at < now() - interval '${STILL_SECONDS} seconds'
  order by written_at
  limit ${PAGES_PER_RUN}`);

/** A page with complete files, and when they were written: microseconds, as text. */
interface WrittenPage {
  path: string;
  writtenAt: string;
}

const WRITTEN_AT_SQL = `(extract(epoch from w.written_at) * 1000000)::int8::text`;

const selectWrittenPages = statement<
  WrittenPage & { hash: string | null; isAside: boolean },
  { paths: readonly string[] }
>(`
  select
    w.path,
    ${WRITTEN_AT_SQL} as "writtenAt",
    p.hash,
    p.set_aside_at is not null as "isAside"
  from page_write w
  left join published_page p on p.path = w.path
  where w.path = any(:paths::text[]) and w.written_at is not null`);

// A page that was rewritten meanwhile retains its row: its new files aren't synced.
const deleteSyncedPages = statement<
  unknown,
  { paths: readonly string[]; times: readonly string[] }
>(`
  delete from page_write w
  using unnest(:paths::text[], :times::text[]) as synced(path, at)
  where w.path = synced.path and ${WRITTEN_AT_SQL} = synced.at`);

interface CompressedPage {
  hash: string;
  forms: CompressedForms;
}

/** Compresses those of these pages that have a plain file. */
async function compressPages(
  siteDir: string,
  paths: readonly string[],
): Promise<Map<string, CompressedPage>> {
  const pages = new Map<string, CompressedPage>();
  for (const path of paths) {
    const plain = readForCompression(siteDir, path);
    if (plain) pages.set(path, { hash: hashContent(plain), forms: await compressSmall(plain) });
  }
  return pages;
}

/** A folder of pages, and what its maintenance needs. */
export interface CompressedFolder extends Pick<Publisher, 'db' | 'lockDb'> {
  siteDir: string;
}

/**
 * Compresses pages under the render locks. Returns those with complete files. A plain file that
 * differs from its record was lost in a power cut: its page is removed and re-rendered.
 */
async function compressBatch(
  { lockDb, siteDir }: Pick<CompressedFolder, 'lockDb' | 'siteDir'>,
  paths: readonly string[],
): Promise<WrittenPage[]> {
  return withRenderLock(lockDb, paths, async (lock: Runner) => {
    const compressed = await compressPages(siteDir, paths);
    const torn: string[] = [];
    const complete: WrittenPage[] = [];
    // On the locks' connection: if they were lost, nothing is written.
    for (const page of await selectWrittenPages(lock, { paths })) {
      const { path, hash, isAside } = page;
      const compressedPage = compressed.get(path);
      if (isAside) setPageAside(siteDir, path);
      else if (hash && compressedPage?.hash !== hash) {
        removePage(siteDir, path);
        torn.push(path);
        continue;
      } else if (compressedPage) writeCompressedForms(siteDir, path, compressedPage.forms);
      complete.push(page);
    }
    await recordTorn(lock, torn);
    return complete;
  });
}

/** Compresses stable pages, and syncs their files. Returns their number. */
export async function compressStillPages(
  {
    db,
    lockDb,
    siteDir,
    priorityGate,
  }: CompressedFolder & Partial<Pick<Publisher, 'priorityGate'>>,
  signal?: AbortSignal,
): Promise<number> {
  const paths = (await selectStillPaths(db)).map(toPath);
  // another folder's files would count as damaged
  if (paths.length === 0 || (await findFolderProblem(siteDir, await readExpectedId(db)))) return 0;
  const complete: WrittenPage[] = [];
  for (let from = 0; from < paths.length && !signal?.aborted; from += PAGES_PER_BATCH) {
    await priorityGate?.waitForTurn();
    complete.push(
      ...(await compressBatch({ lockDb, siteDir }, paths.slice(from, from + PAGES_PER_BATCH))),
    );
  }
  if (complete.length === 0) return paths.length;
  await syncFiles(
    siteDir,
    complete.flatMap(({ path }) => listPageFiles(siteDir, path)),
  );
  await deleteSyncedPages(db, {
    paths: complete.map(toPath),
    times: complete.map(({ writtenAt }) => writtenAt),
  });
  return paths.length;
}

/** Compresses stable pages when the renderer has time, until the signal aborts. */
export function runCompressionWorker(
  publisher: Publisher & CompressedFolder,
  signal: AbortSignal,
): Promise<void> {
  const { log, storageIncident } = publisher;
  return runBackgroundLoop(
    { log, signal, intervalMs: INTERVAL_MS, name: 'compression' },
    async () => {
      if (publisher.priorityGate.isInBurst) return false; // pages may change again
      try {
        const count = await compressStillPages(publisher, signal);
        if (count > 0) storageIncident.recordSuccess();
        return count === PAGES_PER_RUN;
      } catch (error) {
        if (!isDiskError(error)) throw error;
        storageIncident.recordFailure(error);
        return storageIncident.remainingPauseMs;
      }
    },
  );
}
