import { toPagePath } from '../files/page-file-names.ts';
import { markMissing } from '../files/page-records.ts';
import { publishPages } from '../render/publish-pages.ts';
import type { Publisher } from '../render/publisher.ts';
import { removeOrphanBatch } from './orphan-files.ts';

/* Pages may show posts that the database lost in a failover (db/timeline.ts). */

const PAGES_PER_BATCH = 16;

/** Paths of pages whose files were written since a time, in batches. */
async function* listWrittenPages(
  { pages }: Publisher,
  since: Date,
): AsyncGenerator<readonly string[]> {
  const paths = new Set<string>();
  for await (const file of pages.listFiles(since)) {
    const path = toPagePath(file);
    if (path !== undefined) paths.add(path);
    if (paths.size < PAGES_PER_BATCH) continue;
    yield [...paths];
    paths.clear();
  }
  if (paths.size > 0) yield [...paths];
}

/**
 * Renders all pages again that were written since a time, and removes those without a record.
 * Returns their numbers. Rejects with StorageError if pages can't be written.
 */
export async function repairLostWrites(
  publisher: Publisher,
  since: Date,
  signal: AbortSignal,
): Promise<{ rendered: number; removed: number }> {
  const counts = { rendered: 0, removed: 0 };
  for await (const paths of listWrittenPages(publisher, since)) {
    if (signal.aborted) break;
    await markMissing(publisher.db, paths);
    const orphans = new Set(await removeOrphanBatch(publisher, [...paths]));
    const recorded = paths.filter((path) => !orphans.has(path));
    await publishPages(publisher, recorded, { priority: 'background' });
    counts.rendered += recorded.length;
    counts.removed += orphans.size;
  }
  return counts;
}
