import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { LANGS } from '#contracts/language.ts';
import { ConfigError } from '#platform/env.ts';
import { everyPath } from '#publish/everything.ts';
import { measureAdmin } from './bench/admin.ts';
import type { Measure } from './bench/bench.ts';
import { type Measured, table, Unmeasurable } from './bench/figure.ts';
import { measureFirstClick } from './bench/first-click.ts';
import { measureInteractions } from './bench/interactions.ts';
import { measureLighthouse } from './bench/lighthouse.ts';
import { measureMemory } from './bench/memory.ts';
import {
  clearSite,
  ensureBuilt,
  ensureVolume,
  openPlace,
  type Place,
  settle,
} from './bench/place.ts';
import { measurePublishAll } from './bench/publish-all.ts';
import { measureReads } from './bench/reads.ts';
import { measureLongThread, measureReplyToFile } from './bench/reply-to-file.ts';
import { measureSearch } from './bench/search.ts';
import { type Running, startServer, visitAll } from './bench/server.ts';
import { measureStart } from './bench/start.ts';
import { measureStatic } from './bench/static.ts';
import { measureWeight } from './bench/weight.ts';
import { measureWriters } from './bench/writers.ts';
import { progress } from './progress.ts';

const USAGE = `Measures what the product must reach, on synthetic volume in a data folder of its own.

  npm run bench [-- --only NAME …] [--threads 100000] [--posts 1000000] [--data FOLDER] [--out .data/bench.json]

  --only     some of: start, static, weight, first-click, interactions, lighthouse, reads, search, admin, reply, long-thread, writers, publish, memory
  --threads, --posts   the size; with --data, when the folder is empty or smaller
  --data     a folder with a PostgreSQL of its own, which is kept for the next time; without it a fresh one is made for
             this run and removed: statistics, tables and files are then those of a new forum
  --out      where the numbers are written as JSON
  --port     of the server under test; default 4390
  --profile  a folder for processor profiles of the server's threads (.cpuprofile, for the browser's developer tools)

Needs wrk and nginx (Debian: apt-get install wrk nginx-light) and Chromium.`;

/**
 * In the order in which they are taken: what is read first, then what writes, and memory after all
 * of them.
 */
const MEASURES: Record<string, Measure> = {
  static: measureStatic,
  weight: measureWeight,
  'first-click': measureFirstClick,
  interactions: measureInteractions,
  lighthouse: measureLighthouse,
  reads: measureReads,
  search: measureSearch,
  admin: measureAdmin,
  reply: measureReplyToFile,
  'long-thread': measureLongThread,
  writers: measureWriters,
  publish: measurePublishAll,
  memory: measureMemory,
};

function readArguments() {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true },
      threads: { type: 'string', default: '100000' },
      posts: { type: 'string', default: '1000000' },
      data: { type: 'string' },
      out: { type: 'string', default: '.data/bench.json' },
      port: { type: 'string', default: '4390' },
      profile: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const only = values.only?.flatMap((names) => names.split(','));
  const unknown = only?.find((name) => name !== 'start' && !(name in MEASURES));
  if (unknown)
    throw new ConfigError(
      `There is no figure "${unknown}". There are: start, ${Object.keys(MEASURES).join(', ')}.`,
    );
  return {
    ...values,
    only,
    size: { threads: Number(values.threads), posts: Number(values.posts) },
    port: Number(values.port),
  };
}

/** The lists that replies change: a forum in use has them published. */
async function publishLists(place: Place, server: Running): Promise<void> {
  const { value: lists } = await everyPath(place.db).next();
  await visitAll(
    server,
    (lists as string[]).filter((path) =>
      LANGS.some((lang) => path === `/${lang}` || path.startsWith(`/${lang}/`)),
    ),
  );
}

async function take(
  name: string,
  work: (report: (detail: string) => void) => Promise<Measured[]>,
): Promise<Measured[]> {
  const step = progress(`Measuring ${name}`);
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

type Options = Pick<ReturnType<typeof readArguments>, 'only' | 'port' | 'size' | 'profile'>;

/** What stands at the moment and must end with us, whatever comes. */
let place: Place | undefined;
let server: Running | undefined;

/** The folder of this run alone. */
let fresh: string | undefined;

async function endAll(): Promise<void> {
  await server?.stop();
  await place?.close();
  if (fresh) rmSync(fresh, { recursive: true, force: true });
}

/** A new folder beside the forum's own data: its disk is the one to measure, and has the room. */
function freshFolder(): string {
  mkdirSync('.data', { recursive: true });
  fresh = mkdtempSync(resolve('.data/bench-'));
  return fresh;
}

async function measureAll({ only, port, size, profile }: Options): Promise<Measured[]> {
  const wanted = (name: string) => !only || only.includes(name);
  const found: Measured[] = [];
  await ensureBuilt();
  place = await openPlace();
  await ensureVolume(place, size);
  await clearSite(place);
  server = await startServer(port);
  await publishLists(place, server);
  await server.stop();
  if (wanted('start')) {
    await place.close();
    found.push(...(await take('start', (report) => measureStart(port, report))));
    place = await openPlace();
  }
  if (!Object.keys(MEASURES).some(wanted)) return found;
  const flags = profile ? ['--cpu-prof', `--cpu-prof-dir=${resolve(profile)}`] : [];
  const running = await startServer(port, flags);
  server = running;
  const here = place;
  for (const [name, measure] of Object.entries(MEASURES))
    if (wanted(name))
      found.push(
        ...(await take(name, (report) => measure({ place: here, server: running, flags, report }))),
      );
  return found;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void endAll().finally(() => process.exit(130)));

try {
  const options = readArguments();
  if (options.help) process.stdout.write(`${USAGE}\n`);
  else {
    settle(options.data ? resolve(options.data) : freshFolder(), options.port);
    const figures = await measureAll(options).finally(endAll);
    process.stdout.write(`\n${table(figures)}\n`);
    const machine = { cores: availableParallelism(), memory: totalmem(), node: process.version };
    mkdirSync(dirname(resolve(options.out)), { recursive: true });
    writeFileSync(
      options.out,
      `${JSON.stringify(
        { at: new Date().toISOString(), machine, size: options.size, figures },
        null,
        2,
      )}\n`,
    );
    process.stdout.write(`\nWritten to ${options.out}\n`);
    process.exitCode = figures.every((figure) => figure.ok) ? 0 : 1;
  }
} catch (error) {
  const known =
    error instanceof ConfigError ||
    String((error as { code?: string }).code).startsWith('ERR_PARSE_ARGS');
  process.stderr.write(`${known ? (error as Error).message : (error as Error).stack}\n`);
  process.exitCode = 1;
}
