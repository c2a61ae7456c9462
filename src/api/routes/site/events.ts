import { getSessionCookie } from '#auth/cookies.ts';
import { requireActor } from '#auth/guards.ts';
import { hashSecret } from '#auth/secret.ts';
import { AppError } from '#contracts/errors.ts';
import { readFollowedThreads } from '#domain/thread/read-followed.ts';
import { answerCalls } from '../../http/answer-calls.ts';

/* Unread counts as they change (R30), what was taken away (R29), and threads that have changed. */

/** Seconds after which a browser that found no room asks again. */
const RETRY_AFTER_SECONDS = 60;

export const eventRoutes = answerCalls({
  'GET /v1/user/events': async (c, { db, query: { thread_ids = [] } }) => {
    const actor = requireActor(c);
    const token = getSessionCookie(c, c.var.deps.env, 'site');
    if (actor.via !== 'session' || token === undefined) throw new AppError('forbidden');
    const threads = await readFollowedThreads(db, actor, thread_ids);
    const streams = c.var.deps.eventStreams;
    if (!streams?.hasRoom(actor.userId))
      throw new AppError('unavailable', { retryAfter: RETRY_AFTER_SECONDS });
    c.set('writeBody', (response) => streams.connect(response, actor, hashSecret(token), threads));
    // "no-transform" keeps proxies from compressing, and so from holding back; the last one is
    // nginx's.
    return c.body(null, 200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'private, no-store, no-transform',
      'x-accel-buffering': 'no',
    });
  },
});
