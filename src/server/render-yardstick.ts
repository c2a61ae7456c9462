import { parentPort, workerData } from 'node:worker_threads';
import { readStoredBrand } from '#db/brand.ts';
import { createDb } from '#db/client.ts';
import { readEnv } from '#platform/env.ts';
import { preloadThreadPages } from '#publish/render/preload-thread-pages.ts';
import { createAstroRender } from './astro-render.ts';

export interface RenderYardstickData {
  role: 'render-yardstick';
  databaseUrl: string;
  /** Paths of thread pages. */
  paths: readonly string[];
}

/**
 * Benchmark of rendering: renders thread pages from memory for the milliseconds of each message,
 * and answers with pages per second, or an error. scripts/bench compares publishing with it.
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
