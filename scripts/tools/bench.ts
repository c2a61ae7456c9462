import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { LANGS } from '#contracts/language.ts';
import { ConfigError } from '#platform/env.ts';
import { iterateAllPaths } from '#publish/render/all-paths.ts';
import { isUsageError } from '../cli/explain-failure.ts';
import { showProgress } from '../cli/progress.ts';
import { writeJson } from '../cli/write-json.ts';
import { measureAdmin } from './bench/admin.ts';
import { type BenchReport, formatComparison } from './bench/compare.ts';
import {
  type BenchEnvironment,
  clearPublished,
  ensureBuilt,
  ensureVolume,
  openEnvironment,
  setEnvironment,
  startPagesBucket,
} from './bench/environment.ts';
import { type Figure, formatShort, formatTable, median, Unmeasurable } from './bench/figures.ts';
import { measureFirstClick } from './bench/first-click.ts';
import { measureInteractions } from './bench/interactions.ts';
import { measureLighthouse } from './bench/lighthouse.ts';
import { describeMachine } from './bench/machine.ts';
import type { Measurement } from './bench/measurement.ts';
import { measureMemory } from './bench/memory.ts';
import { measureWeight } from './bench/page-weight.ts';
import { measurePlans } from './bench/plans.ts';
import { measurePublishAll } from './bench/publish-all.ts';
import { measureReads } from './bench/reads.ts';
import { measureLongThread, measureReplyToFile } from './bench/reply-to-file.ts';
import { measureSearch } from './bench/search.ts';
import { type RunningServer, startServer, visitAll } from './bench/server-under-test.ts';
import { measureStart } from './bench/start-time.ts';
import { measureStatic } from './bench/static-files.ts';
import { measureStreams } from './bench/streams.ts';
import { measureWatching } from './bench/watching.ts';
import { measureWriters } from './bench/writers.ts';
import { type YardstickSamples, Yardsticks } from './bench/yardsticks.ts';

const USAGE = `Measures the performance targets on synthetic data in a separate data folder.

  npm run bench [-- --only NAME …] [--threads 100000] [--posts 1000000] [--data FOLDER] [--bucket] [--out .data/bench.json]
  npm run bench -- --compare A.json B.json    compares two runs, ignoring differences within the noise

  --only     some of: start, static, weight, first-click, interactions, lighthouse, reads, search, admin, watching, plans, streams, reply, long-thread, writers, publish, memory
  --threads, --posts   the size; with --data, only if the folder is empty or smaller
  --data     a folder with its own PostgreSQL, which the next run can reuse; by default a temporary one,
             with the statistics, tables and files of a new forum
  --bucket   publish into an S3 server on the same cores; only for reply and long-thread
  --out      the JSON file with the results
  --port     of the server under test; default 4390
  --profile  a folder for processor profiles of the server's threads (.cpuprofile, for the browser's developer tools)

Needs wrk and nginx (Debian: apt-get install wrk nginx-light) and Chromium.`;

/**
 * In execution order: reads, then writes, then memory after all of them. Plans come after the other
 * measurements created reports and watches.
 */
const MEASUREMENTS: Record<string, Measurement> = {
  static: measureStatic,
  weight: measureWeight,
  'first-click': measureFirstClick,
  interactions: measureInteractions,
  lighthouse: measureLighthouse,
  reads: measureReads,
  search: measureSearch,
  admin: measureAdmin,
  watching: measureWatching,
  plans: measurePlans,
  streams: measureStreams,
  reply: measureReplyToFile,
  'long-thread': measureLongThread,
  writers: measureWriters,
  publish: measurePublishAll,
  memory: measureMemory,
};

/** Measurements that don't read page files. */
const IN_BUCKET: ReadonlySet<string> = new Set(['reply', 'long-thread']);

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      only: { type: 'string', multiple: true },
      threads: { type: 'string', default: '100000' },
      posts: { type: 'string', default: '1000000' },
      data: { type: 'string' },
      bucket: { type: 'boolean', default: false },
      out: { type: 'string', default: '.data/bench.json' },
      port: { type: 'string', default: '4390' },
      profile: { type: 'string' },
      compare: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (positionals.length !== (values.compare ? 2 : 0))
    throw new ConfigError(
      '--compare needs two JSON files. Other arguments without an option are invalid.',
    );
  const only = values.only?.flatMap((names) => names.split(','));
  const unknown = only?.find((name) => name !== 'start' && !(name in MEASUREMENTS));
  if (unknown)
    throw new ConfigError(
      `Unknown figure "${unknown}". Figures: start, ${Object.keys(MEASUREMENTS).join(', ')}.`,
    );
  if (values.bucket && !only?.every((name) => IN_BUCKET.has(name)))
    throw new ConfigError(`--bucket needs --only with some of: ${[...IN_BUCKET].join(', ')}.`);
  return {
    ...values,
    positionals,
    only,
    size: { threads: Number(values.threads), posts: Number(values.posts) },
    port: Number(values.port),
  };
}

/** Publishes the lists that replies invalidate, as in a forum in use. */
async function publishLists(environment: BenchEnvironment, server: RunningServer): Promise<void> {
  const { value: lists } = await iterateAllPaths(environment.db).next();
  await visitAll(
    server,
    (lists as string[]).filter((path) =>
      LANGS.some((lang) => path === `/${lang}` || path.startsWith(`/${lang}/`)),
    ),
  );
}

async function runMeasurement(
  name: string,
  work: (report: (detail: string) => void) => Promise<Figure[]>,
): Promise<Figure[]> {
  const step = showProgress(`Measuring ${name}`);
  try {
    return await work((detail) => step.update(detail));
  } catch (error) {
    const why =
      error instanceof Unmeasurable ? error.message : ((error as Error).stack ?? String(error));
    return [
      { figure: name, measured: 'not measured', target: '', ok: false, values: {}, note: why },
    ];
  } finally {
    step.done();
  }
}

/** Before everything else; measurements that are judged by a yardstick take more samples. */
const YARDSTICK_ROUNDS = 3;

type BenchOptions = Pick<
  ReturnType<typeof readArguments>,
  'only' | 'port' | 'size' | 'profile' | 'bucket'
>;

/** Processes that must end on exit. */
let pagesBucket: { stop(): Promise<void> } | undefined;
let environment: BenchEnvironment | undefined;
let server: RunningServer | undefined;
let yardsticks: Yardsticks | undefined;

let freshFolderPath: string | undefined;

async function stopAll(): Promise<void> {
  await server?.stop();
  await yardsticks?.close();
  yardsticks = undefined;
  await environment?.close();
  await pagesBucket?.stop();
  if (freshFolderPath) rmSync(freshFolderPath, { recursive: true, force: true });
}

/** A new folder next to the forum's data, to measure the same disk. */
function createFreshFolder(): string {
  mkdirSync('.data', { recursive: true });
  freshFolderPath = mkdtempSync(resolve('.data/bench-'));
  return freshFolderPath;
}

interface Measured {
  figures: Figure[];
  samples: YardstickSamples | undefined;
}

async function measureAll({ only, port, size, profile, bucket }: BenchOptions): Promise<Measured> {
  const isWanted = (name: string) => !only || only.includes(name);
  const figures: Figure[] = [];
  await ensureBuilt();
  if (bucket) pagesBucket = await startPagesBucket();
  environment = await openEnvironment();
  await ensureVolume(environment, size);
  await clearPublished(environment);
  server = await startServer(port);
  await publishLists(environment, server);
  await server.stop();
  if (isWanted('start')) {
    await environment.close();
    figures.push(...(await runMeasurement('start', (report) => measureStart(port, report))));
    environment = await openEnvironment();
  }
  if (!Object.keys(MEASUREMENTS).some(isWanted)) return { figures, samples: undefined };
  const flags = profile ? ['--cpu-prof', `--cpu-prof-dir=${resolve(profile)}`] : [];
  const running = await startServer(port, flags);
  server = running;
  const openedEnvironment = environment;
  const opened = await Yardsticks.open(environment);
  yardsticks = opened;
  const measuringYardsticks = showProgress('Measuring the speed of this machine');
  for (let round = 0; round < YARDSTICK_ROUNDS; round++) await opened.measureAll();
  measuringYardsticks.done();
  for (const [name, measure] of Object.entries(MEASUREMENTS))
    if (isWanted(name))
      figures.push(
        ...(await runMeasurement(name, (report) =>
          measure({
            environment: openedEnvironment,
            server: running,
            yardsticks: opened,
            flags,
            report,
          }),
        )),
      );
  return { figures, samples: opened.samples };
}

const formatYardsticks = (samples: YardstickSamples): string =>
  Object.entries(samples)
    .filter(([, values]) => values.length > 0)
    .map(([name, values]) => `${name} ${formatShort(median(values))}`)
    .join(', ');

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void stopAll().finally(() => process.exit(130)));

try {
  const options = readArguments();
  if (options.help) process.stdout.write(`${USAGE}\n`);
  else if (options.compare)
    process.stdout.write(
      `${formatComparison(options.positionals[0] as string, options.positionals[1] as string)}\n`,
    );
  else {
    setEnvironment(options.data ? resolve(options.data) : createFreshFolder(), options.port);
    const { figures, samples } = await measureAll(options).finally(stopAll);
    process.stdout.write(`\n${formatTable(figures)}\n`);
    if (samples) process.stdout.write(`\nThis machine: ${formatYardsticks(samples)}\n`);
    writeJson(options.out, {
      at: new Date().toISOString(),
      machine: describeMachine(),
      size: options.size,
      ...(samples ? { yardsticks: samples } : {}),
      figures,
    } satisfies BenchReport);
    process.stdout.write(`\nWritten to ${options.out}\n`);
    process.exitCode = figures.every((figure) => figure.ok) ? 0 : 1;
  }
} catch (error) {
  process.stderr.write(
    `${isUsageError(error) ? (error as Error).message : (error as Error).stack}\n`,
  );
  process.exitCode = 1;
}
