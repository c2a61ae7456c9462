import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startRenderer, YOUNG_HEAP_MB } from '../../src/server/renderer-client.ts';
import { readBuiltFingerprint } from '../build.ts';
import { chooseFullPages } from './choose-threads.ts';
import { rootFolder } from './environment.ts';
import { type Figure, judgeFigure } from './figures.ts';
import type { BenchContext } from './measurement.ts';
import { waitUntilPublisherIdle } from './server-under-test.ts';

/*
 * Publishing everything, on all cores, into an empty folder: here of full thread pages only, which
 * are nearly all that a forum has to render. A process of its own, as `npm run publish -- --all`
 * is, so that its memory is gone afterwards.
 */

const PAGE_COUNT = 4_000;
/** As scripts/publish.ts hands them out. */
const PATHS_PER_TASK = 64;
/** Until the code is compiled hot; whoever publishes all pages of a forum doesn't notice. */
const WARM_UP_PAGES = 400;

interface PublishResult {
  pages: number;
  seconds: number;
  failed: number;
  /** Milliseconds of processor time, without the database's. */
  used: number;
  /** Of these, what the system took: for files, nearly all of it. */
  kernel: number;
}

async function publishPaths(paths: readonly string[]): Promise<PublishResult> {
  const entry = pathToFileURL(join(rootFolder, 'dist/server/entry.mjs'));
  const renderers = Array.from({ length: availableParallelism() }, (_, index) =>
    startRenderer(
      entry,
      {
        name: `bench${index}`,
        build: readBuiltFingerprint() as string,
        tend: false,
        databaseUrl: process.env.DATABASE_URL as string,
      },
      {
        onDeath: (error) => void process.stderr.write(`${error.stack}\n`),
        young: YOUNG_HEAP_MB.everything,
      },
    ),
  );
  let next = 0;
  let failed = 0;
  const run = async (until: number) => {
    await Promise.all(
      renderers
        .flatMap((renderer) => [renderer, renderer])
        .map(async (renderer) => {
          while (next < until) {
            const portion = paths.slice(next, Math.min(until, next + PATHS_PER_TASK));
            next += portion.length;
            for (const outcome of await renderer.publish(portion))
              if (outcome.status !== 200 || !outcome.changed) failed++;
          }
        }),
    );
  };
  await run(WARM_UP_PAGES);
  const began = performance.now();
  const usedBefore = process.cpuUsage();
  await run(paths.length);
  const seconds = (performance.now() - began) / 1000;
  const { user, system } = process.cpuUsage(usedBefore);
  await Promise.all(renderers.map((renderer) => renderer.stop()));
  return {
    pages: paths.length - WARM_UP_PAGES,
    seconds,
    failed,
    used: (user + system) / 1000,
    kernel: system / 1000,
  };
}

export async function measurePublishAll({
  environment,
  flags,
  report,
}: BenchContext): Promise<Figure[]> {
  const paths = await chooseFullPages(environment.db, PAGE_COUNT + WARM_UP_PAGES);
  const siteDir = mkdtempSync(join(environment.env.DATA_DIR, 'publish-'));
  report('waiting for what the benches before have left to publish');
  await waitUntilPublisherIdle((text) => environment.db.$client.query(text), true);
  report(`${paths.length} pages`);
  try {
    const result = await new Promise<PublishResult>((resolve, reject) => {
      const child = fork(import.meta.filename, {
        execArgv: [...flags],
        env: { ...process.env, SITE_DIR: siteDir, DATABASE_URL: environment.env.DATABASE_URL },
      });
      child.once('message', (message) => resolve(message as PublishResult));
      child.once('exit', (code) => reject(new Error(`Publishing ended with code ${code}.`)));
      child.send(paths);
    });
    if (result.failed > 0) throw new Error(`${result.failed} pages could not be published.`);
    const perPage = (time: number) => `${(time / result.pages).toFixed(1)} ms`;
    return [
      judgeFigure({
        figure: 'publishing everything, pages a second',
        limits: { perSecond: { atLeast: 400 } },
        values: {
          perSecond: result.pages / result.seconds,
          pages: result.pages,
          millisecondsPerPage: result.used / result.pages,
        },
        note: [
          `${result.pages} pages of 20 replies on ${availableParallelism()} cores`,
          `processor time per page without the database ${perPage(result.used)}, ${perPage(result.kernel)} of it the system's`,
        ].join('; '),
      }),
    ];
  } finally {
    rmSync(siteDir, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  process.once('message', async (paths) => {
    process.send?.(await publishPaths(paths as string[]));
    process.disconnect?.();
  });
}
