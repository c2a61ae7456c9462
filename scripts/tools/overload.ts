import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { threadPath } from '#contracts/paths.ts';
import { ConfigError } from '#platform/env.ts';
import { ensureNginx, runNginx } from '../../tests/support/nginx.ts';
import { isUsageError } from '../cli/explain-failure.ts';
import { showProgress } from '../cli/progress.ts';
import { printUsageIfAsked } from '../cli/usage.ts';
import { writeJson } from '../cli/write-json.ts';
import { chooseMembers, createTokens } from './bench/choose-members.ts';
import { chooseFullPages, chooseThreads, inAllForms } from './bench/choose-threads.ts';
import {
  type BenchEnvironment,
  clearPublished,
  ensureBuilt,
  ensureVolume,
  openEnvironment,
  setEnvironment,
} from './bench/environment.ts';
import { type Figure, formatTable } from './bench/figures.ts';
import { describeMachine } from './bench/machine.ts';
import { createReplyClient } from './bench/reply-client.ts';
import { startServer, visitAll, waitUntilPublisherIdle } from './bench/server-under-test.ts';
import { createRandom } from './faults/seeded-random.ts';
import { judgePressure } from './overload/judge-pressure.ts';
import { PRESSURE_NAMES, PRESSURES } from './overload/pressures.ts';
import {
  createSamples,
  type People,
  type Samples,
  samplePeople,
} from './overload/sample-people.ts';
import { type PressureResult, startPressure } from './overload/start-pressure.ts';

const USAGE = `Puts load on a temporary forum behind nginx, and compares what visitors and members experience with the idle forum.

  npm run overload [-- --only NAME …] [--seconds 20] [--check] [--out FILE]

  --only     some of: ${PRESSURE_NAMES.join(', ')}
  --seconds  duration of each measurement
  --writers, --readers, --half-open   numbers of connections: bodies sent at 1 B/s, pages read at 1 kB/s, incomplete heads
  --bodies   number of clients that send bodies of the maximum size and larger ones in turn
  --crawl    requests per second for uncached pages, each once, in random order
  --seed     seed of that order
  --threads, --posts, --data, --port   as in npm run bench
  --check    exit code 1 if p99 of files exceeds 3 × idle, p99 of replies exceeds 2 × idle, a response failed, or
             a refusal has no Retry-After
  --out      the JSON file with the results

Needs nginx (Debian: apt-get install nginx-light) and Linux, for several loopback addresses.`;

const PUBLISHED_PAGES = 200;
const REPLY_CONNECTIONS = 16;
/** A kernel's buffer for a slow reader on a network; on loopback it is megabytes. */
const SEND_BUFFER = '64k';
const TOKENS = 20;
/** Until connections are closed and the system is idle. */
const SETTLE_MS = 3_000;

function readArguments() {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true },
      seconds: { type: 'string', default: '20' },
      writers: { type: 'string', default: '500' },
      readers: { type: 'string', default: '2000' },
      'half-open': { type: 'string', default: '1000' },
      bodies: { type: 'string', default: '8' },
      crawl: { type: 'string', default: '2000' },
      seed: { type: 'string', default: '1' },
      threads: { type: 'string', default: '10000' },
      posts: { type: 'string', default: '60000' },
      data: { type: 'string' },
      port: { type: 'string', default: '4391' },
      out: { type: 'string' },
      check: { type: 'boolean', default: false },
    },
  });
  const only = values.only?.flatMap((names) => names.split(','));
  const unknown = only?.find((name) => !(name in PRESSURES));
  if (unknown)
    throw new ConfigError(`Unknown load "${unknown}". Loads: ${PRESSURE_NAMES.join(', ')}.`);
  return {
    ...values,
    names: PRESSURE_NAMES.filter((name) => !only || only.includes(name)),
    seconds: Number(values.seconds),
    port: Number(values.port),
    size: { threads: Number(values.threads), posts: Number(values.posts) },
    sizes: {
      writers: Number(values.writers),
      readers: Number(values.readers),
      halfOpen: Number(values['half-open']),
      bodies: Number(values.bodies),
      crawl: Number(values.crawl),
    },
  };
}
type OverloadOptions = ReturnType<typeof readArguments>;

/** Cleanup functions, called in reverse order. */
const endings: (() => unknown)[] = [];
async function endAll(): Promise<void> {
  for (let end = endings.pop(); end; end = endings.pop()) await end();
}

/** Unpublished pages in random order, as many as needed at most. */
async function chooseColdPages(
  { db }: BenchEnvironment,
  published: ReadonlySet<string>,
  { sizes, seconds, seed }: OverloadOptions,
): Promise<string[]> {
  const threads = await chooseThreads(db, sizes.crawl * seconds);
  const random = createRandom(Number(seed));
  return inAllForms(threads.map(({ lang, id }) => threadPath(lang, id, 1)))
    .filter((path) => !published.has(path))
    .map((path) => ({ path, rank: random.next() }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ path }) => path);
}

async function measure(options: OverloadOptions): Promise<Figure[]> {
  const { names, seconds, port, size, sizes } = options;
  const folder = mkdtempSync(join(tmpdir(), 'forum-overload-'));
  endings.push(() => rmSync(folder, { recursive: true, force: true }));
  setEnvironment(options.data ? resolve(options.data) : join(folder, 'data'), port);
  // Two proxies: crawlers have their own addresses.
  process.env.TRUST_PROXY = '2';
  await ensureBuilt();
  const environment = await openEnvironment();
  endings.push(() => environment.close());
  await ensureVolume(environment, size);
  await clearPublished(environment);
  const server = await startServer(port);
  endings.push(() => server.stop());
  const { db, env } = environment;
  const nginx = await runNginx(join(folder, 'nginx'), {
    app: `127.0.0.1:${port}`,
    siteDir: env.SITE_DIR,
    uploadsDir: join(env.DATA_DIR, 'uploads'),
    sendBuffer: SEND_BUFFER,
  });
  endings.push(() => nginx.stop());
  const publishing = showProgress('Publishing the pages to read');
  const pages = await chooseFullPages(db, PUBLISHED_PAGES);
  const threads = await chooseThreads(db, PUBLISHED_PAGES, { from: 0, to: 2_000 });
  const published = [...pages, ...threads.map(({ lang, id }) => threadPath(lang, id, 1))];
  await visitAll(server, [...published, '/zh/error/500', '/en/error/500']);
  publishing.done();
  const { url } = nginx;
  const client = await createReplyClient(db, url, REPLY_CONNECTIONS);
  endings.push(() => client.close());
  const people: People = { url, pages, threads, client, memory: () => server.memory() };
  // other members than those whose replies are measured
  const senders = (await chooseMembers(db, REPLY_CONNECTIONS + TOKENS)).slice(REPLY_CONNECTIONS);
  const pressureOptions = {
    port: Number(new URL(url).port),
    sizes,
    tokens: await createTokens(db, senders),
    page: pages[0] as string,
    coldPages: names.includes('crawl')
      ? await chooseColdPages(environment, new Set(published), options)
      : [],
  };

  const settle = async () => {
    await delay(SETTLE_MS);
    await waitUntilPublisherIdle((text) => db.$client.query(text));
  };
  // Warms up code and caches.
  await samplePeople(people, Math.min(5, seconds), createSamples());
  const measured: { title: string; idle: Samples; samples: Samples; result: PressureResult }[] = [];
  for (const name of names) {
    await settle();
    const title = PRESSURES[name].describe(sizes);
    const step = showProgress(`Measuring ${title}`);
    const [idle, samples] = [createSamples(), createSamples()];
    step.update('before them');
    await samplePeople(people, seconds, idle);
    const pressure = await startPressure(name, pressureOptions);
    step.update('under them');
    await samplePeople(people, seconds, samples);
    measured.push({ title, idle, samples, result: await pressure.stop() });
    step.done();
  }
  return measured.flatMap(({ title, idle, samples, result }) =>
    judgePressure(title, idle, samples, result),
  );
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void endAll().finally(() => process.exit(130)));

async function main(): Promise<number> {
  const options = readArguments();
  const missing = ensureNginx();
  if (missing) throw new ConfigError(`nginx is not installed (${missing}).`);
  const figures = await measure(options).finally(endAll);
  process.stdout.write(`\n${formatTable(figures)}\n`);
  if (options.out) {
    const { sizes, size, seconds } = options;
    const at = new Date().toISOString();
    writeJson(options.out, { at, machine: describeMachine(), size, sizes, seconds, figures });
    process.stdout.write(`\nWritten to ${options.out}\n`);
  }
  return options.check && !figures.every(({ ok }) => ok) ? 1 : 0;
}

if (!printUsageIfAsked(USAGE))
  process.exitCode = await main().catch((error: unknown) => {
    process.stderr.write(
      `${isUsageError(error) ? (error as Error).message : (error as Error).stack}\n`,
    );
    return 1;
  });
