import { setTimeout as delay } from 'node:timers/promises';
import { removePage } from './files.ts';
import { whileRendering } from './lock.ts';
import { expiredPaths, forgetPages, outdatedPaths } from './pages.ts';
import { type Publisher, publishPaths } from './publish.ts';

/** Share of the time that republishing after a new build may take; readers and writers come first. */
const SHARE = 0.3;
const REST = 2_000;

/** Removes pages that were to be kept for a short time only: the next reader gets a fresh one. */
export async function sweepExpired(publisher: Publisher): Promise<number> {
  const paths = await expiredPaths(publisher.db);
  if (paths.length === 0) return 0;
  await whileRendering(publisher.held, paths, async () => {
    for (const path of paths) removePage(publisher.siteDir, path);
    await forgetPages(publisher.db, paths);
  });
  return paths.length;
}

/** Renders pages that older templates made, newest first, in small portions. Returns how many there were. */
async function renew(publisher: Publisher): Promise<number> {
  const paths = await outdatedPaths(publisher.db, publisher.build, 16);
  const outcomes = paths.length > 0 ? await publishPaths(publisher, paths, 'background') : [];
  return outcomes.filter((one) => one.status !== 500).length;
}

/** Background work on what is published, until the signal aborts. */
export async function tendForever(publisher: Publisher, signal: AbortSignal): Promise<void> {
  const pause = (ms: number) => delay(ms, undefined, { signal }).catch(() => {});
  while (!signal.aborted) {
    try {
      await sweepExpired(publisher);
      const began = performance.now();
      const renewed = await renew(publisher);
      await pause(renewed > 0 ? (performance.now() - began) * (1 / SHARE - 1) : REST);
    } catch (error) {
      publisher.log.warn({ err: error }, 'tending the published pages failed; it is tried again');
      await pause(5_000);
    }
  }
}
