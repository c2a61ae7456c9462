import { mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createDb } from '#db/client.ts';
import { recordBackup } from '#domain/operation/record.ts';
import { readEnv } from '#platform/env.ts';
import { clearUnfinishedBackups, prepareBackup } from './backup/write-backup.ts';
import { explainFailure } from './cli/explain-failure.ts';
import { showProgress } from './cli/progress.ts';
import { printUsageIfAsked } from './cli/usage.ts';
import { withDatabase } from './cli/with-database.ts';

const USAGE = `Saves database and uploads in one file, as of one moment. The forum may go on meanwhile.

  npm run backup [-- --out FILE]

  --out  the file; default a new one in $DATA_DIR/backups`;

/** Has the admin area and the figures say when the last backup was made. */
async function noteBackup(url: string, bytes: number): Promise<void> {
  const db = createDb({ url, kind: 'maintenance', name: 'forum backup' });
  try {
    await recordBackup(db, bytes);
  } finally {
    await db.$client.end();
  }
}

async function main(): Promise<void> {
  if (printUsageIfAsked(USAGE)) return;
  const { values } = parseArgs({ options: { out: { type: 'string' } } });
  const env = readEnv();
  const stamp = new Date().toISOString().slice(0, 16).replaceAll(':', '').replace('T', '-');
  const file = resolve(values.out ?? join(env.DATA_DIR, 'backups', `forum-${stamp}.tar`));
  mkdirSync(dirname(file), { recursive: true });
  if (clearUnfinishedBackups(dirname(file)) > 0)
    process.stdout.write(
      'A backup had been ended before it was whole; what it had begun is removed.\n',
    );
  const step = showProgress('Saving');
  const { written, bytes } = await withDatabase(env, async (ready) => {
    const prepared = await prepareBackup(ready, file, step.update);
    prepared.finish();
    await noteBackup(ready.DATABASE_URL, prepared.bytes);
    return prepared;
  });
  const { tables, uploads, missing } = written;
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
  step.done(
    `${rows} rows of ${Object.keys(tables).length} tables, ${Object.keys(uploads).length} uploads, ${(bytes / 1e6).toFixed(1)} MB`,
  );
  process.stdout.write(`The backup is in ${file}\n`);
  if (missing.length > 0)
    process.stdout.write(
      `Pictures that the database names and the storage doesn't have, ${missing.length}: ${missing.slice(0, 5).join(', ')}${missing.length > 5 ? ' …' : ''}\n`,
    );
}

await main().catch(explainFailure('The backup was not made'));
