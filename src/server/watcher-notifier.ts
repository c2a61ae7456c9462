import type { Db } from '#db/client.ts';
import { tellNextWatchers } from '#domain/watch/tell-watchers.ts';
import type { Logger } from '#platform/log.ts';
import { runBackgroundLoop } from './background-loop.ts';

/** Milliseconds between two looks; a look at an empty table takes 0.05 ms. */
const INTERVAL_MS = 400;

/** Tells people of what is new where they watch, until the signal aborts. */
export function runWatcherNotifier(db: Db, log: Logger, signal: AbortSignal): Promise<void> {
  const onFailure = (error: unknown, postId: number) =>
    log.error({ err: error, postId }, 'those who watch could not be told of a post');
  return runBackgroundLoop(
    {
      log,
      signal,
      intervalMs: INTERVAL_MS,
      failureMessage: 'those who watch can’t be told what is new; it is tried again',
      recoveryMessage: 'those who watch are told what is new again',
    },
    () => tellNextWatchers(db, onFailure),
  );
}
