import { setTimeout as delay } from 'node:timers/promises';
import { acquireForumLock } from '#db/embedded/data-dir-locks.ts';
import { startEmbeddedPostgres } from '#db/embedded/start-postgres.ts';
import { createBackoff } from '#platform/backoff.ts';
import type { Logger } from '#platform/log.ts';

/** Milliseconds that an end waits for a start of the database that is under way. */
const START_WAIT_MS = 10_000;

export interface DatabaseSupervisor {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts the embedded database, claims it for this forum and starts it again whenever it ends, on
 * the same port where that is free. `onUrlChange` is called when its address had to change. Throws
 * ConfigError when it doesn't start the first time, or when another forum runs on the folder.
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

  /** Opens the database anew until that succeeds. */
  async function reopen(ran: number): Promise<void> {
    const backoff = createBackoff();
    let pause = backoff.nextPauseMs(ran);
    while (!ending.signal.aborted) {
      try {
        const { url, port } = database;
        database = await startEmbeddedPostgres(dataDir, { port });
        claim = await acquireForumLock(database.url, dataDir);
        log.warn({ port: database.port }, 'database.runsAgain');
        if (database.url !== url) onUrlChange();
        return;
      } catch (error) {
        const reason = (error as Error).message;
        log.error({ reason, times: backoff.failures, pause }, 'database.notOpened');
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
        'database.ended',
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
