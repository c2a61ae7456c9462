import { getSessionCookie } from '#auth/cookies.ts';
import { requireActor } from '#auth/guards.ts';
import { hashSecret } from '#auth/secret.ts';
import { AppError } from '#contracts/errors.ts';
import { readFollowedThreads } from '#domain/content/thread/read-followed.ts';
import { answerCalls } from '../../http/answer-calls.ts';

/* Streams of unread counts (R30), removals (R29) and changed threads. */

/** Retry-After in seconds if there are too many streams. */
const RETRY_AFTER_SECONDS = 60;

export const eventRoutes = answerCalls({
  'GET /v1/user/events': async (c, { db, query: { thread_ids = [] } }) => {
    const actor = requireActor(c);
    const token = getSessionCookie(c, c.var.deps.env, 'site');
    if (actor.via !== 'session' || token === undefined) throw new AppError('forbidden');
    const threads = await readFollowedThreads(db, actor, thread_ids);
    const streams = c.var.deps.eventStreams;
    if (!streams?.hasCapacity(actor.userId))
      throw new AppError('unavailable', { retryAfter: RETRY_AFTER_SECONDS });
    c.set('writeBody', (response) => streams.connect(response, actor, hashSecret(token), threads));
    // "no-transform" prevents compression by proxies, which would buffer; the last one is nginx's.
    return c.body(null, 200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'private, no-store, no-transform',
      'x-accel-buffering': 'no',
    });
  },
});
