import { existsSync, mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigError, readEnv } from '#platform/env.ts';
import { restoreBackup } from './backup/restore-backup.ts';
import { explainFailure } from './cli/explain-failure.ts';
import { showProgress } from './cli/progress.ts';
import { printUsageIfAsked } from './cli/usage.ts';
import { withDatabase } from './cli/with-database.ts';

const USAGE = `Restores a backup into an empty database and an empty folder for uploads, all of it or nothing.

  npm run restore -- FILE`;

async function main(): Promise<void> {
  if (printUsageIfAsked(USAGE)) return;
  const {
    positionals: [given],
  } = parseArgs({ allowPositionals: true });
  if (!given) throw new ConfigError('Which backup? Say: npm run restore -- FILE');
  const file = resolve(given);
  if (!existsSync(file)) throw new ConfigError(`There is no file ${file}.`);
  const env = readEnv();
  mkdirSync(env.DATA_DIR, { recursive: true });
  const step = showProgress('Restoring');
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const { madeAt, rows, uploads } = await withDatabase(
    env,
    (ready) => restoreBackup(ready, file, step.update, say),
    { alone: true },
  );
  step.done(`${rows} rows, ${uploads} uploads, as of ${madeAt}`);
  process.stdout.write('Start the forum with npm start: it publishes its pages anew.\n');
}

await main().catch(explainFailure('Nothing was restored'));
