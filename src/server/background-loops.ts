import type { Db } from '#db/client.ts';
import { createPusher } from '#domain/delivery/push/push-due.ts';
import { notifyNextWatchers } from '#domain/delivery/watch/notify-watchers.ts';
import { indexNextChanges, MAX_TEXTS_PER_BATCH } from '#domain/search/index-posts.ts';
import { runBackgroundLoop } from '#platform/background-loop.ts';
import type { Env } from '#platform/env.ts';
import type { Logger } from '#platform/log.ts';

/**
 * Milliseconds between checks for unindexed posts and unnotified watchers: searches find a text
 * within a second, and a burst of replies is one batch. An empty check takes 0.05 ms.
 */
const POSTS_INTERVAL_MS = 400;
/** Milliseconds between checks for due push messages. */
const PUSH_INTERVAL_MS = 2_000;

interface BackgroundLoopDeps {
  db: Db;
  env: Env;
  log: Logger;
}

/** Runs until the signal aborts: indexes posts, notifies watchers, sends push messages. */
export async function runBackgroundLoops(
  { db, env, log }: BackgroundLoopDeps,
  signal: AbortSignal,
): Promise<void> {
  const run = (name: string, intervalMs: number, poll: () => Promise<boolean>) =>
    runBackgroundLoop({ name, log, intervalMs, signal }, poll);
  const pusher = createPusher({
    db,
    env,
    stop: signal,
    onFailure: (error, userId) => log.error({ err: error, userId }, 'push.sendFailed'),
  });
  await Promise.all([
    run('search', POSTS_INTERVAL_MS, async () => {
      const onSkipped = (error: unknown) => log.error({ err: error }, 'search.postSkipped');
      return (await indexNextChanges(db, onSkipped)) >= MAX_TEXTS_PER_BATCH;
    }),
    run('watching', POSTS_INTERVAL_MS, () =>
      notifyNextWatchers(db, (error, postId) =>
        log.error({ err: error, postId }, 'watching.postSkipped'),
      ),
    ),
    run('push', PUSH_INTERVAL_MS, pusher.pushDue).finally(pusher.finish),
  ]);
}
