import { type Runner, statement } from '#db/statement.ts';
import { runBackgroundLoop } from '#platform/background-loop.ts';
import { isDiskError } from '#platform/unavailable.ts';
import type { Publisher } from '../render/publisher.ts';
import { withRenderLock } from '../render/render-locks.ts';
import { type CompressedForms, compressSmall } from './compress-page.ts';
import { toPath } from './page-records.ts';
import { readPageFile, writeCompressedForms } from './site-files.ts';

/* Gives pages that have been still for a while their smaller forms: decisions/compression.md. */

/** Seconds that a page stays as it is before it is worth it. */
const STILL_SECONDS = 1;
const INTERVAL_MS = 1_000;
/** Pages under one set of locks: a reply to one of them waits for all, some 20 ms. */
const PAGES_PER_BATCH = 16;

const selectStillPaths = statement<{ path: string }>(`
  select path
  from page_write
  where written_at < now() - interval '${STILL_SECONDS} seconds'
  order by written_at
  limit ${PAGES_PER_BATCH}`);

const selectWrittenPaths = statement<{ path: string }, { paths: readonly string[] }>(
  `select path from page_write where path = any(:paths::text[]) and written_at is not null`,
);

const deleteWrittenPages = statement<unknown, { paths: readonly string[] }>(
  `delete from page_write where path = any(:paths::text[]) and written_at is not null`,
);

/** Those of these pages that have a plain file, compressed. */
async function compressPages(
  siteDir: string,
  paths: readonly string[],
): Promise<Map<string, CompressedForms>> {
  const forms = new Map<string, CompressedForms>();
  for (const path of paths) {
    const plain = readPageFile(siteDir, path);
    if (plain) forms.set(path, await compressSmall(plain));
  }
  return forms;
}

/**
 * Compresses pages that are still, while nobody renders them or takes them down. Returns how many
 * there were.
 */
export async function compressStillPages({
  db,
  lockDb,
  siteDir,
}: Pick<Publisher, 'db' | 'lockDb' | 'siteDir'>): Promise<number> {
  const paths = (await selectStillPaths(db)).map(toPath);
  if (paths.length === 0) return 0;
  await withRenderLock(lockDb, paths, async (lock: Runner) => {
    const forms = await compressPages(siteDir, paths);
    // On the connection of the locks: when they were lost meanwhile, nothing is written.
    for (const path of (await selectWrittenPaths(lock, { paths })).map(toPath)) {
      const compressed = forms.get(path);
      if (compressed) writeCompressedForms(siteDir, path, compressed);
    }
    await deleteWrittenPages(lock, { paths });
  });
  return paths.length;
}

/** Compresses pages that are still, when the renderer has its turn, until the signal aborts. */
export function runCompressionWorker(publisher: Publisher, signal: AbortSignal): Promise<void> {
  const { log, storageIncident, priorityGate } = publisher;
  return runBackgroundLoop(
    { log, signal, intervalMs: INTERVAL_MS, name: 'compression' },
    async () => {
      await priorityGate.waitForTurn();
      try {
        const count = await compressStillPages(publisher);
        if (count > 0) storageIncident.recordSuccess();
        return count === PAGES_PER_BATCH;
      } catch (error) {
        if (!isDiskError(error)) throw error;
        storageIncident.recordFailure(error);
        return storageIncident.remainingPauseMs;
      }
    },
  );
}
