import { existsSync, mkdirSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigError, type Env, readEnv } from '#platform/env.ts';
import { findNewestBackup, getBackupFolder } from './backup/backup-files.ts';
import { runDrill } from './backup/drill.ts';
import { restoreBackup } from './backup/restore-backup.ts';
import { endOnSignal } from './cli/end-on-signal.ts';
import { explainFailure } from './cli/explain-failure.ts';
import { showProgress } from './cli/progress.ts';
import { printUsageIfAsked } from './cli/usage.ts';
import { withDatabase } from './cli/with-database.ts';

const USAGE = `Restores a backup into an empty database and an empty folder for uploads, completely or not at all.

  npm run restore -- FILE
  npm run restore -- --drill [FILE]

  --drill  only tests the restore, while the forum can run: restores the newest backup of $DATA_DIR/backups, or FILE, into a temporary
           database, compares it, renders some pages, deletes the database, and prints the result; exit code 1 after a failure`;

const say = (line: string) => void process.stdout.write(`${line}\n`);

function requireFile(given: string): string {
  const file = resolve(given);
  if (!existsSync(file)) throw new ConfigError(`The file ${file} does not exist.`);
  return file;
}

async function drill(env: Env, given: string | undefined): Promise<void> {
  const folder = getBackupFolder(env);
  const file = given ? requireFile(given) : existsSync(folder) && findNewestBackup(folder);
  if (!file)
    throw new ConfigError(
      `There is no backup in ${folder}. Create one with npm run backup, or specify a file: npm run restore -- --drill FILE`,
    );
  const signal = endOnSignal('The drill was stopped; its temporary data was deleted.');
  const step = showProgress(`Restoring ${basename(file)} for the drill`);
  const { findings, problems } = await withDatabase(env, (ready) =>
    runDrill(ready, file, { report: step.update, signal }),
  );
  step.done();
  for (const line of findings) say(line);
  for (const line of problems) say(`Wrong: ${line}`);
  say(
    problems.length === 0
      ? `The drill succeeded: ${file} can be restored.`
      : `The drill failed: ${file} may be unusable.`,
  );
  if (problems.length > 0) process.exitCode = 1;
}

async function restore(env: Env, given: string | undefined): Promise<void> {
  if (!given) throw new ConfigError('Specify a backup: npm run restore -- FILE');
  const file = requireFile(given);
  const step = showProgress('Restoring');
  const { madeAt, rows, uploads } = await withDatabase(
    env,
    (ready) => restoreBackup(ready, file, step.update, say),
    { alone: true },
  );
  step.done(`${rows} rows, ${uploads} uploads, as of ${madeAt}`);
  say('Start the forum with npm start, which republishes its pages.');
}

async function main(): Promise<void> {
  if (printUsageIfAsked(USAGE)) return;
  const {
    values,
    positionals: [given],
  } = parseArgs({ allowPositionals: true, options: { drill: { type: 'boolean' } } });
  const env = readEnv();
  mkdirSync(env.DATA_DIR, { recursive: true });
  await (values.drill ? drill : restore)(env, given);
}

await main().catch(explainFailure('The restore failed; nothing was restored'));
