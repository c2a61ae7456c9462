import { mkdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readEnv } from '#platform/env.ts';
import { writeBackup } from './backup/write.ts';
import { withDatabase } from './database.ts';
import { explain } from './explain.ts';
import { progress } from './progress.ts';
import { askedForUsage } from './usage.ts';

const USAGE = `Saves database and uploads in one file, as of one moment. The forum may go on meanwhile.

  npm run backup [-- --out FILE]

  --out  the file; default a new one in $DATA_DIR/backups`;

async function main(): Promise<void> {
  if (askedForUsage(USAGE)) return;
  const { values } = parseArgs({ options: { out: { type: 'string' } } });
  const env = readEnv();
  const stamp = new Date().toISOString().slice(0, 16).replaceAll(':', '').replace('T', '-');
  const file = resolve(values.out ?? join(env.DATA_DIR, 'backups', `forum-${stamp}.tar`));
  mkdirSync(dirname(file), { recursive: true });
  const step = progress('Saving');
  const { tables, uploads, missing } = await withDatabase(env, (ready) => writeBackup(ready, file, step.update));
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
  step.done(`${rows} rows of ${Object.keys(tables).length} tables, ${Object.keys(uploads).length} uploads, ${(statSync(file).size / 1e6).toFixed(1)} MB`);
  process.stdout.write(`The backup is in ${file}\n`);
  if (missing.length > 0) process.stdout.write(`Pictures that the database names and the storage doesn't have, ${missing.length}: ${missing.slice(0, 5).join(', ')}${missing.length > 5 ? ' …' : ''}\n`);
}

await main().catch(explain('The backup was not made'));
