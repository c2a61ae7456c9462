import { BACKUP_LOCK_ID } from '#db/advisory-lock-ids.ts';
import type { Env } from '#platform/env.ts';
import type { Logger } from '#platform/log.ts';
import { describeFailure } from '../cli/explain-failure.ts';
import { withClient } from '../cli/with-client.ts';
import { newBackupFile, removeOldBackups } from './backup-files.ts';
import { BUSY_LOOK_MS } from './backup-loop.ts';
import { readLastBackup } from './last-backup.ts';
import { makeBackup } from './make-backup.ts';

export interface AutomaticBackups {
  everyMs: number;
  /** How many to retain. */
  keep: number;
  folder: string;
}

/** Deletes older backups after a complete one. A failure is only logged. */
async function removeOlder(made: string, keep: number, site: string, log: Logger): Promise<number> {
  try {
    return (await removeOldBackups(made, keep, site)).length;
  } catch (error) {
    const reason = describeFailure(error as Error);
    log.warn({ reason }, 'backup.pruneFailed');
    return 0;
  }
}

/**
 * Makes a backup if the last one, of whatever origin, is older than the period. A database lock
 * allows one process at a time across hosts. Returns milliseconds until the next check.
 * `report` gets the outcome as a sentence.
 */
export async function backUpIfDue(
  env: Env & { DATABASE_URL: string },
  { everyMs, keep, folder }: AutomaticBackups,
  log: Logger,
  signal?: AbortSignal,
  report: (outcome: string) => void = () => {},
): Promise<number> {
  return withClient(env.DATABASE_URL, { name: 'forum backup lock' }, async (client) => {
    const {
      rows: [lock],
    } = await client.query('select pg_try_advisory_lock($1) as mine', [BACKUP_LOCK_ID]);
    if (!lock.mine) {
      report('Another process makes a backup at the moment.');
      return Math.min(everyMs, BUSY_LOOK_MS);
    }
    const last = await readLastBackup(client);
    if (last && last.ageMs < everyMs) {
      const minutes = Math.round(last.ageMs / 60_000);
      report(`No backup is due: the last one was made ${minutes} minutes ago.`);
      return everyMs - last.ageMs;
    }
    const file = newBackupFile(folder, 'automatic');
    const say = (reason: string) => log.warn({ folder, reason }, 'backup.incomplete');
    const { bytes, rows, written } = await makeBackup(env, file, { say, signal });
    const removed = await removeOlder(file, keep, env.SITE_URL, log);
    const missing = written.missing.length;
    log.info(
      { file, bytes, rows, uploads: Object.keys(written.uploads).length, missing, removed },
      'backup.created',
    );
    report(`The backup is in ${file}`);
    return everyMs;
  });
}
