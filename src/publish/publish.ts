import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '#db/client.ts';
import type { Logger } from '#platform/log.ts';
import { compress, hashOf, pageStands, removePage, writePage } from './files.ts';
import { whileNobodyRenders, whileRendering } from './lock.ts';
import type { Pace } from './pace.ts';
import { forgetPages, knownHashes, type PageRecord, pathsWithTags, recordFailure, recordPages, voidPages } from './pages.ts';
import { preload } from './preload.ts';
import type { Purge } from './purge.ts';
import type { Render, Rendered } from './rendered.ts';

export interface Publisher {
  db: Db;
  /**
   * Connections that are held while pages are rendered, for locks and for touches that are being done. They are others than
   * `db`'s, which the rendering needs meanwhile: from one pool, a few pages at once could wait for each other forever.
   */
  held: Db;
  pace: Pace;
  siteDir: string;
  /** Fingerprint of the templates. */
  build: string;
  render: Render;
  purge: Purge;
  log: Logger;
}

export interface Outcome {
  path: string;
  status: number;
  /** Whether the file was replaced; false when it had nothing new, or is not there. */
  changed: boolean;
}

/** Pages rendered under one set of locks; small, so that a takedown never waits long, and nothing else for what can wait. */
const BATCH = { urgent: 32, background: 8 } as const;

async function renderOne(publisher: Publisher, path: string, oldHash: string | undefined, preloaded: Map<string, unknown>): Promise<{ outcome: Outcome; record?: PageRecord }> {
  let made: Rendered;
  try {
    made = await publisher.render(path, preloaded);
  } catch (error) {
    publisher.log.error({ err: error, path }, 'a page could not be rendered');
    await recordFailure(publisher.db, path, (error as Error).message).catch(() => {}); // the log has it
    return { outcome: { path, status: 500, changed: false } };
  }
  if (made.status !== 200) return { outcome: { path, status: made.status, changed: false } };
  const hash = hashOf(made.body);
  const changed = hash !== oldHash || !pageStands(publisher.siteDir, path);
  if (changed) writePage(publisher.siteDir, path, compress(made.body));
  return { outcome: { path, status: 200, changed }, record: { path, tags: made.tags, hash, build: publisher.build, keepFor: made.keepFor } };
}

async function publishBatch(publisher: Publisher, paths: string[]): Promise<Outcome[]> {
  return whileRendering(publisher.held, paths, async () => {
    const [hashes, preloaded] = await Promise.all([knownHashes(publisher.db, paths), preload(publisher.db, paths)]);
    // Two at a time: one is rendered while the other waits for the database. With more, each lives long enough to be garbage
    // of the expensive kind.
    const results: Awaited<ReturnType<typeof renderOne>>[] = [];
    const left = paths.entries();
    const renderNext = async () => {
      for (const [index, path] of left) results[index] = await renderOne(publisher, path, hashes.get(path), preloaded);
    };
    await Promise.all([renderNext(), renderNext()]);
    const gone = results.filter(({ outcome }) => outcome.status !== 200 && outcome.status !== 500).map(({ outcome }) => outcome.path);
    for (const path of gone) removePage(publisher.siteDir, path);
    await Promise.all([
      recordPages(
        publisher.db,
        results.flatMap(({ record }) => (record ? [record] : [])),
        publisher.build,
      ),
      forgetPages(
        publisher.db,
        gone.filter((path) => hashes.has(path)),
      ),
    ]);
    return results.map(({ outcome }) => outcome);
  });
}

/** Renders these pages and puts them in place; those that are no more (404, 406) are removed. */
export async function publishPaths(publisher: Publisher, paths: readonly string[], when: keyof typeof BATCH = 'urgent'): Promise<Outcome[]> {
  const unique = [...new Set(paths)];
  const outcomes: Outcome[] = [];
  for (let from = 0, rest = 0; from < unique.length; from += BATCH[when]) {
    const batch = () => publishBatch(publisher, unique.slice(from, from + BATCH[when]));
    if (when === 'urgent') outcomes.push(...(await publisher.pace.urgently(batch)));
    else {
      // What can wait takes half of the time at most: a burst of replies needs the processor for itself.
      await delay(rest);
      await publisher.pace.turn();
      const began = performance.now();
      outcomes.push(...(await batch()));
      rest = performance.now() - began;
    }
  }
  const changed = outcomes.filter((one) => one.changed || one.status !== 200).map((one) => one.path);
  if (changed.length > 0) await publisher.purge(changed);
  return outcomes;
}

/**
 * Removes the files of all pages that carry one of the tags. When it resolves, nobody is served them any more; the
 * touches that the same write left make the publisher render anew what should stand there.
 */
export async function takeDown({ db, held, pace, siteDir, purge }: Publisher, tags: readonly string[]): Promise<void> {
  const paths = await pace.urgently(() =>
    whileNobodyRenders(held, async () => {
      const found = await pathsWithTags(db, tags);
      for (const path of found) removePage(siteDir, path);
      await voidPages(db, found);
      return found;
    }),
  );
  if (paths.length > 0) await purge(paths);
}
