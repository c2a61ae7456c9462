import type { ChildProcess } from 'node:child_process';
import type { Writable } from 'node:stream';
import type { Env } from '#platform/env.ts';
import type { Logger } from '#platform/log.ts';
import { BUSY_LOOK_MS, runBackupLoop } from '../backup/backup-loop.ts';
import { readLastBackup } from '../backup/last-backup.ts';
import { withClient } from '../cli/with-client.ts';
import {
  collectLastWords,
  describeExit,
  startChild,
  stopChild,
  waitForExit,
} from './server-supervisor.ts';

const DAY_MS = 86_400_000;

/**
 * Milliseconds between backups of `npm start`; 0 for none. Default: daily for a real forum with the
 * embedded database, which has no other backups.
 */
export function chooseBackupPeriod(
  env: Pick<Env, 'BACKUP_EVERY' | 'DATABASE_URL' | 'ROLE'>,
  startedEmpty: boolean,
): number {
  if (env.ROLE === 'web') return 0;
  return env.BACKUP_EVERY ?? (startedEmpty && !env.DATABASE_URL ? DAY_MS : 0);
}

/** Milliseconds until the next backup is due; 0 or less if it is. */
const readDueMs = (databaseUrl: string, everyMs: number): Promise<number> =>
  withClient(databaseUrl, { name: 'forum backup', connectMs: 5_000 }, async (client) => {
    const last = await readLastBackup(client);
    return last ? everyMs - last.ageMs : 0;
  });

export interface BackupSupervisor {
  /** Resolves when no backup is running. */
  stop(): Promise<void>;
}

/** Runs each due backup in a child process, to free its memory and isolate its crashes. */
export function superviseBackups(
  databaseUrl: () => string,
  { everyMs, keep, output }: { everyMs: number; keep: number; output?: Writable | undefined },
  log: Logger,
): BackupSupervisor {
  const ending = new AbortController();
  let child: ChildProcess | undefined;

  async function pass(): Promise<number> {
    const dueMs = await readDueMs(databaseUrl(), everyMs);
    if (dueMs > 0 || ending.signal.aborted) return dueMs;
    const options = ['--every', `${everyMs / 1_000}s`, '--keep', String(keep), '--once'];
    child = startChild('scripts/backup.ts', databaseUrl(), [], options, output);
    const lastWords = collectLastWords(child);
    const { code, signal } = await waitForExit(child);
    if (code !== 0) throw new Error(describeExit(code, signal, lastWords()));
    // another process may still be working on it
    return Math.max(await readDueMs(databaseUrl(), everyMs), Math.min(everyMs, BUSY_LOOK_MS));
  }
  const running = runBackupLoop(pass, log, ending.signal);

  return {
    async stop() {
      ending.abort();
      if (child) await stopChild(child);
      await running;
    },
  };
}
