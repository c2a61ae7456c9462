import type { Db } from '#db/client.ts';
import { pushDue } from '#domain/push/push-due.ts';
import type { Env } from '#platform/env.ts';
import type { Logger } from '#platform/log.ts';
import { runBackgroundLoop } from './background-loop.ts';

/** Milliseconds between two looks at what is due. */
const INTERVAL_MS = 2_000;

/** Sends push messages to browsers, until the signal aborts. */
export function runPushSender(db: Db, env: Env, log: Logger, signal: AbortSignal): Promise<void> {
  const onFailure = (error: unknown, userId: number) =>
    log.error({ err: error, userId }, 'push messages of a member could not be sent');
  return runBackgroundLoop(
    {
      log,
      signal,
      intervalMs: INTERVAL_MS,
      failureMessage: 'push messages can’t be sent; it is tried again',
      recoveryMessage: 'push messages are sent again',
    },
    () => pushDue({ db, env }, onFailure),
  );
}
