import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigError } from '#platform/env.ts';
import { GUIDE_PICTURES_PATH } from '#views/about/guide-pictures.ts';
import { reservePort } from '../../tests/support/ports.ts';
import { explainFailure } from '../cli/explain-failure.ts';
import { showProgress } from '../cli/progress.ts';
import { printUsageIfAsked } from '../cli/usage.ts';
import { seedCommunity } from '../seed.ts';
import { ensureBuilt, openEnvironment, setEnvironment } from './bench/environment.ts';
import { startServer } from './bench/server-under-test.ts';
import { findReaders, findSamples } from './screens/find-samples.ts';
import { listGuideShots, writeGuidePictures } from './screens/guide-pictures.ts';
import { listScreens } from './screens/screen-list.ts';
import { listShots, type Outcome, takeShots } from './screens/take-screens.ts';

const USAGE = `Takes a screenshot of every screen: all pages of both sites with the states of a member's own pages, and the admin area,
in both languages, light and dark, on a desktop (1440 × 900) and a phone (390 × 844).

  npm run screens -- --out FOLDER [--only PATTERN]
  npm run screens -- --guide

  --out   the folder for the files SITE/SCREEN.LANGUAGE.THEME.png
  --only  a regular expression: only screens whose names match, e.g. 'phone/me-.*zh.dark'
  --guide only the screenshots of the guide, into public/assets/guide

It starts a temporary forum with the demo community and deletes it afterwards. Exit code 1 if a screenshot fails.`;

interface Options {
  folder: string;
  pattern: RegExp;
  guide: boolean;
}

/** Parses options. Throws ConfigError if one is missing or wrong. */
function parseOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      out: { type: 'string' },
      only: { type: 'string', default: '' },
      guide: { type: 'boolean', default: false },
    },
  });
  const out = values.guide ? `public${GUIDE_PICTURES_PATH}` : values.out;
  if (!out) throw new ConfigError('--out FOLDER is required.');
  try {
    return { folder: resolve(out), pattern: new RegExp(values.only), guide: values.guide };
  } catch {
    throw new ConfigError(`--only is not a valid regular expression: ${values.only}`);
  }
}

async function takeAll(
  { folder, pattern, guide }: Options,
  port: number,
  signal: AbortSignal,
): Promise<Outcome> {
  const environment = await openEnvironment();
  try {
    await seedCommunity(environment.env);
    const { db } = environment;
    const screens = listScreens(await findSamples(db));
    const shots = (guide ? listGuideShots(screens) : listShots(screens)).filter((shot) =>
      pattern.test(shot.file),
    );
    if (shots.length === 0) throw new ConfigError(`No screen matches ${pattern.source}.`);
    const server = await startServer(port);
    const progress = showProgress(`Taking ${shots.length} screenshots`);
    try {
      const forum = { url: environment.env.SITE_URL, db, readers: await findReaders(db) };
      const taken = guide ? join(environment.env.DATA_DIR, 'guide') : folder;
      const outcome = await takeShots(forum, shots, taken, { signal, report: progress.update });
      const failed = new Set(outcome.failures.map(({ file }) => file));
      if (guide)
        await writeGuidePictures(
          shots.filter(({ file }) => !failed.has(file)),
          taken,
          folder,
        );
      return outcome;
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
    const port = await reservePort();
    setEnvironment(dataDir, port);
    await ensureBuilt();
    const { failures } = await takeAll(options, port, stop.signal);
    for (const { file, reason } of failures) process.stderr.write(`${file}: ${reason}\n`);
    if (failures.length > 0 || stop.signal.aborted) process.exitCode = 1;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

await main().catch(explainFailure('The screenshots failed'));
