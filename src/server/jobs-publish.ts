import { setTimeout as delay } from 'node:timers/promises';
import type { JobHandler, Work } from '#domain/job/run.ts';
import { type Audited, auditFiles } from '#publish/audit.ts';
import { publishedPaths } from '#publish/check.ts';
import { everyPath } from '#publish/everything.ts';
import type { Renderer } from './renderer-client.ts';

/* Jobs that need the renderer: what `npm run publish` does, from the admin area. */

/** Pages handed to the renderer at a time: what readers wait for goes between two portions. */
const PORTION = 8;
/** Share of the renderer's time. */
const SHARE = 0.5;

/**
 * Does the portions of a job, and takes up where another process stopped. Returns how many pages
 * there were.
 */
async function each(
  work: Work,
  paths: AsyncIterable<string[]>,
  act: (portion: string[]) => Promise<Record<string, unknown>[]>,
): Promise<number> {
  let done = 0;
  for await (const some of paths) {
    for (let from = 0; from < some.length; from += PORTION) {
      const portion = some.slice(from, from + PORTION);
      done += portion.length;
      if (done <= work.cursor) continue;
      const began = performance.now();
      const items = await act(portion);
      await work.step({ done, cursor: done, items });
      await delay((performance.now() - began) * (1 / SHARE - 1));
    }
  }
  return done;
}

/** Renders pages; those that can't be made or written, or aren't there, are listed. */
const publish = (renderer: Renderer) => async (paths: string[]) =>
  (await renderer.publish(paths))
    .filter((one) => one.status !== 200 || one.unwritten)
    .map(({ path, status, unwritten }) => ({ path, status: unwritten ? 500 : status }));

async function* once(paths: string[]): AsyncGenerator<string[]> {
  yield paths;
}

const EVERYTHING = `select count(*)::int as pages from published_page`;

/** `audited`: where the files are, and the connections to look after them. */
export function publishJobs(
  audited: Audited,
  renderer: Renderer,
): Record<'publish' | 'publish-all' | 'check', JobHandler> {
  const { db } = audited;
  const published = async () =>
    ((await db.$client.query(EVERYTHING)).rows[0] as { pages: number }).pages;
  return {
    async publish(work) {
      const paths = (work.params.paths ?? []) as string[];
      await work.setTotal(paths.length);
      await each(work, once(paths), publish(renderer));
    },
    async 'publish-all'(work) {
      await work.setTotal(await published());
      await each(work, everyPath(db), publish(renderer));
    },
    async check(work) {
      const all = work.params.all === true;
      if (all) await work.setTotal(await published());
      const done = await each(work, publishedPaths(db, all), async (paths) =>
        (await renderer.check(paths))
          .filter(({ kind }) => kind !== 'behind')
          .map(({ path, kind }) => ({ path, kind })),
      );
      if (!all) return;
      const removed = await auditFiles(audited, { gently: true });
      await work.step({
        done,
        cursor: done,
        items: removed.map((path) => ({ path, kind: 'unrecorded' })),
      });
    },
  };
}
