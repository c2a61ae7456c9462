import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createDb } from '#db/client.ts';
import type { Env } from '#platform/env.ts';
import { iterateAllPaths } from '#publish/render/all-paths.ts';
import { startRenderer } from '../../src/server/renderer-client.ts';
import { readBuiltFingerprint } from '../build.ts';

const rendererEntry = pathToFileURL(join(import.meta.dirname, '../../dist/server/entry.mjs'));

/** Pages per kind, for each kind: lists, feeds, threads, users. */
const PAGES_PER_BATCH = 12;
const MAX_BATCHES = 6;

/** Evenly spaced items of a list. */
function pickEvenly<T>(list: readonly T[], count: number): T[] {
  const step = Math.max(1, list.length / count);
  return Array.from(
    { length: Math.min(count, list.length) },
    (_, index) => list[Math.floor(index * step)] as T,
  );
}

async function samplePaths(env: Env & { DATABASE_URL: string }): Promise<string[]> {
  const db = createDb({ url: env.DATABASE_URL, kind: 'maintenance', name: 'forum drill' });
  const paths: string[] = [];
  let batches = 0;
  try {
    for await (const batch of iterateAllPaths(db)) {
      paths.push(...pickEvenly(batch, PAGES_PER_BATCH));
      if (++batches === MAX_BATCHES) break;
    }
    return paths;
  } finally {
    await db.$client.end();
  }
}

export interface TriedPages {
  tried: number;
  /** Paths of pages that could not be rendered. */
  failed: string[];
}

/** Renders a sample of pages without publishing them; undefined without a build. */
export async function tryPages(
  env: Env & { DATABASE_URL: string },
): Promise<TriedPages | undefined> {
  const build = readBuiltFingerprint();
  if (!build) return undefined;
  // the renderer's thread reads the settings from the environment
  process.env.DATA_DIR = env.DATA_DIR;
  process.env.SITE_DIR = env.SITE_DIR;
  process.env.PAGES_URL = env.PAGES_URL ?? '';
  const paths = await samplePaths(env);
  const renderer = startRenderer(
    rendererEntry,
    { name: 'drill', build, maintains: false, databaseUrl: env.DATABASE_URL },
    { onDeath: () => {} },
  );
  const failed: string[] = [];
  try {
    for (const path of paths) {
      const page = await renderer.renderOnce(path, false).catch(() => undefined);
      if (page?.status !== 200 || page.body === '') failed.push(path);
    }
  } finally {
    await renderer.stop();
  }
  return { tried: paths.length, failed };
}
