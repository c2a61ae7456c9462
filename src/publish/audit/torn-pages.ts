import { statement } from '#db/statement.ts';
import type { CompressedFolder } from '../files/compression-worker.ts';
import { recordTorn, toPath } from '../files/page-records.ts';
import { hasEmptyFile, removePage } from '../files/site-files.ts';
import { withRenderLock } from '../render/render-locks.ts';

const ROWS_PER_BATCH = 500;

const selectUnsyncedPaths = statement<{ path: string }, { after: string }>(`
  select path
  from page_write
  where path > :after
  order by path
  limit ${ROWS_PER_BATCH}`);

/**
 * Removes pages with an empty file after a power cut, before nginx serves it. Only pages in
 * page_write can have one. Returns the number.
 */
export async function removeEmptyPages({ db, lockDb, siteDir }: CompressedFolder): Promise<number> {
  const isEmpty = (path: string) => hasEmptyFile(siteDir, path);
  let removed = 0;
  for (let after = ''; ; ) {
    const paths = (await selectUnsyncedPaths(db, { after })).map(toPath);
    const suspects = paths.filter(isEmpty);
    if (suspects.length > 0)
      await withRenderLock(lockDb, suspects, async (lock) => {
        const empty = suspects.filter(isEmpty);
        await recordTorn(lock, empty);
        for (const path of empty) removePage(siteDir, path);
        removed += empty.length;
      });
    after = paths.at(-1) ?? '';
    if (paths.length < ROWS_PER_BATCH) return removed;
  }
}
