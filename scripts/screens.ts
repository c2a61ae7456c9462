import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigError } from '#platform/env.ts';
import { freePort } from '../tests/support/free-port.ts';
import { ensureBuilt, openEnvironment, setEnvironment } from './bench/environment.ts';
import { startServer } from './bench/server-under-test.ts';
import { explainFailure } from './cli/explain-failure.ts';
import { showProgress } from './cli/progress.ts';
import { printUsageIfAsked } from './cli/usage.ts';
import { findReaders, findSamples } from './screens/find-samples.ts';
import { listScreens } from './screens/screen-list.ts';
import { listShots, type Outcome, type Shot, takeShots } from './screens/take-screens.ts';
import { seedCommunity } from './seed.ts';

const USAGE = `Takes a picture of every screen: all pages of both sites with the states of a member's own pages, and the admin area,
in both languages, light and dark, on a desktop (1440 × 900) and a phone (390 × 844).

  npm run screens -- --out FOLDER [--only PATTERN]

  --out   where the pictures go: SITE/SCREEN.LANGUAGE.THEME.png
  --only  a regular expression: pictures whose names match, e.g. 'phone/me-.*zh.dark'

It starts a forum of its own with the demo community in a temporary folder, and removes it afterwards. Exit code 1 when a
screen could not be taken.`;

interface Options {
  folder: string;
  pattern: RegExp;
}

/** Reads the command's options. Throws ConfigError where one is missing or wrong. */
function parseOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: { out: { type: 'string' }, only: { type: 'string', default: '' } },
  });
  if (!values.out) throw new ConfigError('--out FOLDER says where the pictures go.');
  try {
    return { folder: resolve(values.out), pattern: new RegExp(values.only) };
  } catch {
    throw new ConfigError(`--only is no regular expression: ${values.only}`);
  }
}

async function takeAll(
  { folder, pattern }: Options,
  port: number,
  signal: AbortSignal,
): Promise<Outcome> {
  const environment = await openEnvironment();
  try {
    await seedCommunity(environment.env);
    const { db } = environment;
    const isWanted = (shot: Shot) => pattern.test(shot.file);
    const shots = listShots(listScreens(await findSamples(db))).filter(isWanted);
    if (shots.length === 0) throw new ConfigError(`No screen is called ${pattern.source}.`);
    const server = await startServer(port);
    const progress = showProgress(`Taking ${shots.length} pictures`);
    try {
      const forum = { url: environment.env.SITE_URL, db, readers: await findReaders(db) };
      return await takeShots(forum, shots, folder, { signal, report: progress.update });
    } finally {
      progress.done(folder);
      await server.stop();
    }
  } finally {
    await environment.close();
  }
}

async function main(): Promise<void> {
  if (printUsageIfAsked(USAGE)) return;
  const options = parseOptions(process.argv.slice(2));
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => stop.abort());
  const dataDir = mkdtempSync(join(tmpdir(), 'forum-screens-'));
  try {
    const port = await freePort();
    setEnvironment(dataDir, port);
    await ensureBuilt();
    const { failures } = await takeAll(options, port, stop.signal);
    for (const { file, reason } of failures) process.stderr.write(`${file}: ${reason}\n`);
    if (failures.length > 0 || stop.signal.aborted) process.exitCode = 1;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

await main().catch(explainFailure('The pictures were not taken'));
