import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigError, type Env, readEnv } from '#platform/env.ts';
import { createLog } from '#platform/log.ts';
import { parsePeriod } from '#platform/period.ts';
import { type AutomaticBackups, backUpIfDue } from './backup/automatic-backup.ts';
import { getBackupFolder, newBackupFile } from './backup/backup-files.ts';
import { runBackupLoop } from './backup/backup-loop.ts';
import { makeBackup } from './backup/make-backup.ts';
import { endOnSignal } from './cli/end-on-signal.ts';
import { explainFailure } from './cli/explain-failure.ts';
import { showProgress } from './cli/progress.ts';
import { printUsageIfAsked } from './cli/usage.ts';
import { withDatabase } from './cli/with-database.ts';

const USAGE = `Saves a consistent snapshot of database and uploads in one file. The forum can run meanwhile.

  npm run backup [-- --out FILE]
  npm run backup -- --every 1d --keep 14 [--dir FOLDER] [--once]

  --out    the file; default: a new one in $DATA_DIR/backups
  --every  runs forever and makes a backup at this interval: 1d, 12h, 30m
  --keep   number of backups to retain, default 14; older ones are deleted after a new one is complete
  --dir    their folder, default $DATA_DIR/backups; other files in it are not changed
  --once   makes a backup if one is due, then exits: for a system timer`;

const signal = endOnSignal('The backup was stopped; its incomplete file was deleted.');

async function saveOnce(env: Env, out: string | undefined, folder: string): Promise<void> {
  const file = out ? resolve(out) : newBackupFile(folder, 'asked');
  const step = showProgress('Saving');
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  const { written, bytes, rows } = await withDatabase(env, (ready) =>
    makeBackup(ready, file, { report: step.update, say, signal }),
  );
  const { tables, uploads, missing } = written;
  step.done(
    `${rows} rows of ${Object.keys(tables).length} tables, ${Object.keys(uploads).length} uploads, ${(bytes / 1e6).toFixed(1)} MB`,
  );
  process.stdout.write(`The backup is in ${file}\n`);
  if (missing.length > 0)
    process.stdout.write(
      `Pictures in the database that are missing in the storage, ${missing.length}: ${missing.slice(0, 5).join(', ')}${missing.length > 5 ? ' …' : ''}\n`,
    );
}

/**
 * Makes backups when due. Connects per check: a permanent connection would block the forum's stop.
 */
async function saveRegularly(env: Env, backups: AutomaticBackups, isOnce: boolean): Promise<void> {
  const log = createLog(env.LOG_LEVEL);
  const report = (outcome: string) => void (isOnce && process.stdout.write(`${outcome}\n`));
  const pass = () => withDatabase(env, (ready) => backUpIfDue(ready, backups, log, signal, report));
  if (isOnce) await pass();
  else await runBackupLoop(pass, log, signal);
}

function parseCount(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new ConfigError('--keep must be a number like 14.');
  return Number(text);
}

async function main(): Promise<void> {
  if (printUsageIfAsked(USAGE)) return;
  const { values } = parseArgs({
    options: {
      out: { type: 'string' },
      every: { type: 'string' },
      keep: { type: 'string' },
      dir: { type: 'string' },
      once: { type: 'boolean' },
    },
  });
  const env = readEnv();
  const folder = values.dir ? resolve(values.dir) : getBackupFolder(env);
  if (values.every === undefined) {
    if (values.keep !== undefined || values.once)
      throw new ConfigError('--keep and --once need --every, like --every 1d.');
    return saveOnce(env, values.out, folder);
  }
  const everyMs = parsePeriod(values.every);
  if (!everyMs) throw new ConfigError('--every must be an interval like 1d, 12h or 30m.');
  if (values.out)
    throw new ConfigError('--out is for a single backup. Use --dir to choose a folder.');
  const keep = values.keep === undefined ? env.BACKUP_KEEP : parseCount(values.keep);
  await saveRegularly(env, { everyMs, keep, folder }, values.once === true);
}

await main().catch(explainFailure('The backup failed'));
