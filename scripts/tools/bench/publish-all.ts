import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOTS } from '#contracts/paths.ts';
import { readFolderId, saveFolderId } from '#publish/files/pages-folder.ts';
import { startRenderer, YOUNG_HEAP_MB } from '../../../src/server/renderer-client.ts';
import { readBuiltFingerprint } from '../../build.ts';
import { chooseFullPages, inAllForms } from './choose-threads.ts';
import { rootFolder } from './environment.ts';
import { type Figure, judgeFigure, median } from './figures.ts';
import type { BenchContext } from './measurement.ts';
import { waitUntilPublisherIdle } from './server-under-test.ts';

/*
 * Publishes full thread pages on all cores into an empty folder; they are most of a forum's pages.
 * Each round is a process, as in `npm run publish -- --all`, and alternates with pure rendering.
 */

const ROUNDS = 3;
/** Of a round, in all forms. */
const PAGE_COUNT = 2_400;
/** As in scripts/publish.ts. */
const PATHS_PER_TASK = 64;
/** Until the code is optimized, which is negligible for a whole forum. */
const WARM_UP_PAGES = 400;

interface PublishResult {
  pages: number;
  seconds: number;
  failed: number;
  /** Milliseconds of processor time, without the database's. */
  used: number;
  /** System time of it, nearly all for files. */
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
        maintains: false,
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

async function publishRound(
  { environment, flags }: BenchContext,
  paths: readonly string[],
): Promise<PublishResult> {
  const siteDir = mkdtempSync(join(environment.env.DATA_DIR, 'publish-'));
  try {
    // otherwise nothing would be written into it
    await saveFolderId(environment.db, siteDir, readFolderId(environment.env.SITE_DIR));
    await environment.db.$client.query('truncate published_page');
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
    return result;
  } finally {
    rmSync(siteDir, { recursive: true, force: true });
  }
}

export async function measurePublishAll(bench: BenchContext): Promise<Figure[]> {
  const { environment, yardsticks, report } = bench;
  const count = (PAGE_COUNT + WARM_UP_PAGES) / ROOTS.length;
  const paths = inAllForms(await chooseFullPages(environment.db, count));
  report('waiting for what the benches before have left to publish');
  await waitUntilPublisherIdle((text) => environment.db.$client.query(text), true);
  const results: PublishResult[] = [];
  const ratios: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    report(`rendering alone, round ${round} of ${ROUNDS}`);
    await yardsticks.measureRender();
    report(`${paths.length} pages, round ${round} of ${ROUNDS}`);
    const result = await publishRound(bench, paths);
    results.push(result);
    const perSecond = result.pages / result.seconds;
    ratios.push(perSecond / (yardsticks.samples.rendersPerSecond.at(-1) as number));
  }
  const rounds = {
    perRender: ratios,
    perSecond: results.map(({ pages, seconds }) => pages / seconds),
    millisecondsPerPage: results.map(({ pages, used }) => used / pages),
  };
  const kernel = median(results.map((one) => one.kernel / one.pages));
  const perPage = median(rounds.millisecondsPerPage);
  return [
    judgeFigure({
      figure: 'full publish: pages per second ÷ rendering only',
      limits: { perRender: { atLeast: 0.8 } },
      values: {
        perRender: median(ratios),
        perSecond: median(rounds.perSecond),
        millisecondsPerPage: perPage,
        pages: results[0]?.pages as number,
      },
      rounds,
      note: `${Math.round(median(rounds.perSecond))} pages a second, each of 20 replies, in four forms, on ${availableParallelism()} cores; processor time per page without the database ${perPage.toFixed(1)} ms, ${kernel.toFixed(1)} ms of it the system's`,
    }),
  ];
}

if (import.meta.main) {
  process.once('message', async (paths) => {
    process.send?.(await publishPaths(paths as string[]));
    process.disconnect?.();
  });
}
