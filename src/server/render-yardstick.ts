import { parentPort, workerData } from 'node:worker_threads';
import { readStoredBrand } from '#db/brand.ts';
import { createDb } from '#db/client.ts';
import { readEnv } from '#platform/env.ts';
import { preloadThreadPages } from '#publish/render/preload-thread-pages.ts';
import { createAstroRender } from './astro-render.ts';

/** What the thread is started with. */
export interface RenderYardstickData {
  role: 'render-yardstick';
  databaseUrl: string;
  /** Of thread pages. */
  paths: readonly string[];
}

/**
 * Renders pages of threads from data in memory, for so many milliseconds as each message says, and
 * answers with the pages a second, or an error: no database, no compression, no files. What
 * publishing reaches is judged by it (scripts/bench).
 */
export async function runRenderYardstick(): Promise<void> {
  const { databaseUrl, paths } = workerData as RenderYardstickData;
  const port = parentPort;
  if (!port) throw new Error('The yardstick runs as a thread of the bench.');
  const db = createDb({ url: databaseUrl, kind: 'renderer', name: 'forum yardstick' });
  const preloaded = await preloadThreadPages(db, paths);
  const brand = await readStoredBrand(db);
  await db.$client.end();
  const render = createAstroRender(db, readEnv());
  port.on('message', (durationMs: number) => {
    const measure = async () => {
      const startedMs = performance.now();
      let count = 0;
      let elapsedMs = 0;
      for (; elapsedMs < durationMs; elapsedMs = performance.now() - startedMs) {
        const path = paths[count++ % paths.length] as string;
        const { status } = await render(path, { preloaded, brand });
        if (status !== 200) throw new Error(`${path} answered ${status}`);
      }
      port.postMessage((count * 1_000) / elapsedMs);
    };
    measure().catch((error: unknown) => port.postMessage(error));
  });
}
