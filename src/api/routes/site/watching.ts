import { createRoute, z } from '@hono/zod-openapi';
import { requireActor } from '#auth/guards.ts';
import { LISTED_KINDS, WATCH_KINDS, WATCH_LISTS } from '#contracts/watching.ts';
import { OkReplyWire } from '#contracts/wire/replies.ts';
import { SetWatchWire, WatchedReplyWire, WatchLevelsReplyWire } from '#contracts/wire/watch.ts';
import { readWatched, readWatchLevels } from '#domain/watch/read.ts';
import { setWatch } from '#domain/watch/set-watch.ts';
import { limitRate } from '../../http/middleware/limit-rate.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import { ids, limit, oneOf, pageIndex } from '../../http/params.ts';
import { createRouter, jsonBody, jsonResponses } from '../../http/router.ts';

/* What members watch and mute. */

const tags = ['member'];
const unauthenticatedResponses = { 401: { description: 'Not logged in' } };
const OK_REPLY = { code: 0, msg: 'ok' } as const;

export const watchingRoutes = createRouter();

watchingRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/user/watched',
    tags,
    ...requireRight('own.read'),
    summary: 'What the caller watches, or has muted, the latest first',
    description:
      '`of` forums: sections, too. `name` is empty for what the caller may not see any more.',
    request: {
      query: z.object({
        of: oneOf(WATCH_LISTS, 'threads'),
        muted: oneOf(['0', '1'], '0'),
        offset: pageIndex,
        limit: limit(20),
      }),
    },
    responses: { ...jsonResponses(WatchedReplyWire), ...unauthenticatedResponses },
  }),
  async (c) => {
    const { of, muted, offset, limit: pageSize } = c.req.valid('query');
    const { data, total_count } = await readWatched(c.var.deps.db, requireActor(c), {
      kinds: LISTED_KINDS[of],
      muted: muted === '1',
      page: offset,
      limit: pageSize,
    });
    return c.json({ ...OK_REPLY, data, total_count }, 200);
  },
);

watchingRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/user/watch',
    tags,
    ...requireRight('own.read'),
    summary: 'How closely the caller watches threads, forums, sections or people',
    description: 'What isn’t watched is left out.',
    request: { query: z.object({ kind: z.enum(WATCH_KINDS), ids }) },
    responses: { ...jsonResponses(WatchLevelsReplyWire), ...unauthenticatedResponses },
  }),
  async (c) => {
    const { kind, ids: targetIds } = c.req.valid('query');
    const data = await readWatchLevels(c.var.deps.db, requireActor(c).userId, kind, targetIds);
    return c.json({ ...OK_REPLY, data }, 200);
  },
);

watchingRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v2/user/watch',
    tags,
    ...requireRight('watch.set', limitRate('react')),
    summary: 'Watches a thread, a forum, a section or somebody, mutes it, or does neither any more',
    description:
      'A thread has the levels all, mentions and muted; somebody has all, threads and muted, which ignores them. Errors: `notFound`, `malformed` (a level that the kind doesn’t have), `limit`.',
    request: { body: jsonBody(SetWatchWire) },
    responses: {
      ...jsonResponses(OkReplyWire),
      ...unauthenticatedResponses,
      404: { description: 'Nothing that the caller may see' },
    },
  }),
  async (c) => {
    const { kind, id, level } = c.req.valid('json');
    await setWatch(c.var.deps.db, requireActor(c), kind, id, level ?? undefined);
    return c.json(OK_REPLY, 200);
  },
);
