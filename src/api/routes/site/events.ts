import { createRoute, z } from '@hono/zod-openapi';
import { getSessionCookie } from '#auth/cookies.ts';
import { requireActor } from '#auth/guards.ts';
import { hashSecret } from '#auth/secret.ts';
import { AppError } from '#contracts/errors.ts';
import { MAX_FOLLOWED_THREADS } from '#contracts/limits.ts';
import { readFollowedThreads } from '#domain/thread/read-followed.ts';
import { ids } from '../../http/params.ts';
import { createRouter } from '../../http/router.ts';

/* Unread counts as they change (R30), what was taken away (R29), and threads that have changed. */

/** Seconds after which a browser that found no room asks again. */
const RETRY_AFTER_SECONDS = 60;

export const eventRoutes = createRouter();

eventRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v1/user/events',
    tags: ['member'],
    summary: 'Server-sent events for a browser',
    description:
      '`unread`, at once and whenever it changes: what /v1/user/msg/count says, as JSON. `removals`: a list of what was just taken away, by numbers: {thread}, {thread, post}, {thread, post, comment}, or {user} for all that a person has written. `threads`: numbers of the threads asked for in `thread_ids` whose pages were published anew. `again`: some of that may have been missed. `end`: the login has ended; asking again is no use. For browsers, which hold one connection for all their windows: 403 for tokens, 503 with Retry-After when there is no room. Whoever can’t hold a connection asks /v1/user/msg/count now and then.',
    request: {
      query: z.object({
        thread_ids: ids
          .refine((all) => all.length <= MAX_FOLLOWED_THREADS)
          .optional()
          .describe('Threads that the browser shows'),
      }),
    },
    responses: {
      200: {
        description: 'A stream that doesn’t end by itself',
        content: { 'text/event-stream': { schema: z.string() } },
      },
      401: { description: 'Not logged in' },
    },
  }),
  async (c) => {
    const actor = requireActor(c);
    const token = getSessionCookie(c, c.var.deps.env, 'site');
    if (actor.via !== 'session' || token === undefined) throw new AppError('forbidden');
    const { thread_ids = [] } = c.req.valid('query');
    const threads = await readFollowedThreads(c.var.deps.db, actor, thread_ids);
    const stream = c.var.deps.eventStreams?.connect(actor.userId, hashSecret(token), threads);
    if (!stream) throw new AppError('unavailable', { retryAfter: RETRY_AFTER_SECONDS });
    // "no-transform" keeps proxies from compressing, and so from holding back; the last one is
    // nginx's.
    return c.body(stream, 200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'private, no-store, no-transform',
      'x-accel-buffering': 'no',
    });
  },
);
