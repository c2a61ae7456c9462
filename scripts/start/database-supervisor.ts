import { setTimeout as delay } from 'node:timers/promises';
import { acquireForumLock } from '#db/embedded/data-dir-locks.ts';
import { startEmbeddedPostgres } from '#db/embedded/start-postgres.ts';
import { createBackoff } from '#platform/backoff.ts';
import type { Logger } from '#platform/log.ts';

/** How long a stop waits for a database that is starting. */
const START_WAIT_MS = 10_000;

export interface DatabaseSupervisor {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts the embedded database, claims it for this forum and restarts it when it ends, on the same
 * port if free. Calls `onUrlChange` if the address changes. Throws ConfigError if the first start
 * fails or another forum runs on the folder.
 */
export async function superviseDatabase(
  dataDir: string,
  log: Logger,
  onUrlChange: () => void,
): Promise<DatabaseSupervisor> {
  let database = await startEmbeddedPostgres(dataDir);
  let claim = await acquireForumLock(database.url, dataDir).catch(async (error: Error) => {
    await database.stop();
    throw error;
  });
  const ending = new AbortController();

  /** Retries until the database is open. */
  async function reopen(ran: number): Promise<void> {
    const backoff = createBackoff();
    let pause = backoff.nextPauseMs(ran);
    while (!ending.signal.aborted) {
      try {
        const { url, port } = database;
        database = await startEmbeddedPostgres(dataDir, { port });
        claim = await acquireForumLock(database.url, dataDir);
        log.warn({ port: database.port }, 'database.restarted');
        if (database.url !== url) onUrlChange();
        return;
      } catch (error) {
        const reason = (error as Error).message;
        log.error({ reason, times: backoff.failures, pause }, 'database.startFailed');
        await delay(pause, undefined, { signal: ending.signal }).catch(() => {});
        pause = backoff.nextPauseMs();
      }
    }
  }

  async function watch(): Promise<void> {
    while (!ending.signal.aborted) {
      const began = performance.now();
      await claim.ended;
      if (ending.signal.aborted) return;
      log.error(
        { pid: database.pid, reason: database.readLastError() || undefined },
        'database.exited',
      );
      await reopen(performance.now() - began);
    }
  }
  const watching = watch();

  return {
    get url() {
      return database.url;
    },
    async stop() {
      ending.abort();
      await claim.release();
      await Promise.race([watching, delay(START_WAIT_MS, undefined, { ref: false })]);
      await claim.release();
      await database.stop();
    },
  };
}
