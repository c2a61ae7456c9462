import { inspect } from 'node:util';
import { sql } from 'drizzle-orm';
import { createDb, type Db } from '#db/client.ts';
import { migrateDatabase, withMigrationLock } from '#db/migrate.ts';
import { ConfigError, type Env, readEnv } from '#platform/env.ts';
import { needsFirstPublishingSql, runFirstPublishing } from '#publish/render/first-publishing.ts';
import { finishRestore } from './backup/finish-restore.ts';
import { build, readBuiltFingerprint, sourcesFingerprint } from './build.ts';
import { printLine, showProgress } from './cli/progress.ts';
import { seedIfEmpty, startEmpty } from './seed/seed-if-empty.ts';
import { claimFolder } from './start/claim-folder.ts';

/*
 * Prepares a clone: schema, demo community (not with --empty), build, published pages. A separate
 * process, so that the server doesn't retain its memory.
 */

/** Says once in a start why nothing happens. */
let hasSaidWhy = false;
function sayThatOthersPrepare(): void {
  if (!hasSaidWhy) printLine('Another server prepares the forum. This one waits for it …');
  hasSaidWhy = true;
}

/** Publishes all pages unless an earlier start did. Of several starts one publishes. */
async function publishIfUnpublished(db: Db, env: Env): Promise<void> {
  const publish = async () => {
    if (!(await claimFolder(db, env, printLine))) return;
    const { rows } = await db.execute(sql.raw(`select ${needsFirstPublishingSql} as pages`));
    if (rows[0]?.pages !== true) return;
    const { publishAllPages } = await import('./publish.ts');
    const step = showProgress('Publishing the pages');
    const { pages } = await runFirstPublishing(db, () =>
      publishAllPages(env, { missing: true, report: (count) => step.update(`${count} pages`) }),
    );
    step.done(`${pages} pages`);
  };
  await withMigrationLock(db, publish, sayThatOthersPrepare);
}

async function prepare(): Promise<void> {
  const env = readEnv();
  if (!env.DATABASE_URL) throw new ConfigError('DATABASE_URL is missing.');
  const fingerprint = sourcesFingerprint();
  if (readBuiltFingerprint() !== fingerprint) {
    const step = showProgress('Building the site');
    await build(fingerprint);
    step.done();
  }
  const db = createDb({
    url: env.DATABASE_URL,
    kind: 'maintenance',
    maxConnections: 4,
    name: 'forum migration',
  });
  try {
    await db.$client.query('select 1').catch((error: Error) => {
      throw new ConfigError(`The database at DATABASE_URL does not respond: ${error.message}`);
    });
    await migrateDatabase(db, env.DATABASE_URL, { onWait: sayThatOthersPrepare, say: printLine });
    await finishRestore(db, env, printLine);
    if (process.argv.includes('--empty')) await startEmpty(db, sayThatOthersPrepare);
    else await seedIfEmpty(db, env, sayThatOthersPrepare);
    await publishIfUnpublished(db, env);
  } finally {
    await db.$client.end();
  }
}

// The parent was killed: the next start prepares, and must not run concurrently.
process.on('disconnect', () => process.exit(1));

try {
  await prepare();
} catch (error) {
  const code = (error as NodeJS.ErrnoException).code;
  if (error instanceof ConfigError) process.stderr.write(`${error.message}\n`);
  else if (code === 'ENOSPC')
    process.stderr.write(
      'The disk is full: free some space in DATA_DIR and start again. No data was damaged.\n',
    );
  else if (code === 'EACCES' || code === 'EPERM')
    process.stderr.write(
      `This user may not write ${(error as NodeJS.ErrnoException).path}: change its owner, or set DATA_DIR to a folder of your own.\n`,
    );
  else process.stderr.write(`${inspect(error)}\n`);
  process.exitCode = 1;
}
process.channel?.unref();
