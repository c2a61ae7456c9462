import { setTimeout as delay } from 'node:timers/promises';
import type { JobContext, JobHandler } from '#domain/jobs/run.ts';
import { iteratePublishedPaths } from '#publish/audit/compare-pages.ts';
import { type OrphanSearch, removeOrphanFiles } from '#publish/audit/orphan-files.ts';
import { iterateAllPaths } from '#publish/render/all-paths.ts';
import type { Renderer } from './renderer-client.ts';

/* Jobs that need the renderer: those of `npm run publish`, started in the admin area. */

/** Pages per batch: urgent pages run in between. */
const PAGES_PER_PORTION = 8;
const RENDERER_TIME_SHARE = 0.5;

/** Runs a job's batches, resuming after another process. Returns the number of pages. */
async function runPortions(
  work: JobContext,
  paths: AsyncIterable<string[]>,
  handlePortion: (portion: string[]) => Promise<Record<string, unknown>[]>,
): Promise<number> {
  let done = 0;
  for await (const batch of paths) {
    for (let from = 0; from < batch.length; from += PAGES_PER_PORTION) {
      const portion = batch.slice(from, from + PAGES_PER_PORTION);
      done += portion.length;
      if (done <= work.cursor) continue;
      const began = performance.now();
      const items = await handlePortion(portion);
      await work.saveProgress({ done, cursor: done, items });
      await delay((performance.now() - began) * (1 / RENDERER_TIME_SHARE - 1));
    }
  }
  return done;
}

/** Renders pages; lists failed and missing ones. */
const publishPortion = (renderer: Renderer) => async (paths: string[]) =>
  (await renderer.publish(paths))
    .filter((outcome) => outcome.status !== 200 || outcome.unwritten)
    .map(({ path, status, unwritten }) => ({ path, status: unwritten ? 500 : status }));

async function* yieldOnce(paths: string[]): AsyncGenerator<string[]> {
  yield paths;
}

const COUNT_PUBLISHED_PAGES = `select count(*)::int as pages from published_page`;

/** `audited`: the store of pages, and connections for maintenance. */
export function createPublishJobs(
  audited: OrphanSearch,
  renderer: Renderer,
): Record<'publish' | 'publish-all' | 'check', JobHandler> {
  const { db } = audited;
  const countPublishedPages = async () =>
    ((await db.$client.query(COUNT_PUBLISHED_PAGES)).rows[0] as { pages: number }).pages;
  return {
    async publish(work) {
      const paths = (work.params.paths ?? []) as string[];
      await work.setTotal(paths.length);
      await runPortions(work, yieldOnce(paths), publishPortion(renderer));
    },
    async 'publish-all'(work) {
      await work.setTotal(await countPublishedPages());
      await runPortions(work, iterateAllPaths(db), publishPortion(renderer));
    },
    async check(work) {
      const checksAll = work.params.all === true;
      if (checksAll) await work.setTotal(await countPublishedPages());
      const done = await runPortions(work, iteratePublishedPaths(db, checksAll), async (paths) =>
        (await renderer.check(paths))
          .filter(({ kind }) => kind !== 'behind')
          .map(({ path, kind }) => ({ path, kind })),
      );
      if (!checksAll) return;
      const removed = await removeOrphanFiles(audited, { isPaced: true });
      await work.saveProgress({
        done,
        cursor: done,
        items: removed.map((path) => ({ path, kind: 'unrecorded' })),
      });
    },
  };
}
