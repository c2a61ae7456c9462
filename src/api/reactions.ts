import { createRoute } from '@hono/zod-openapi';
import { requireActor } from '#auth/guards.ts';
import {
  AmongReplyWire,
  FavouredReplyWire,
  IdsWire,
  IdWire,
  LikedReplyWire,
  LikeWire,
} from '#contracts/wire/writing.ts';
import { favouritesAmong, toggleFavourite } from '#domain/reaction/favourite.ts';
import { likedAmong, toggleLike } from '#domain/reaction/like.ts';
import { may } from './middleware/may.ts';
import { rate } from './middleware/rate.ts';
import { jsonBody, replies, router } from './router.ts';
import { reactor } from './speaking.ts';

const tags = ['reactions'];

export const reactions = router();

reactions.openapi(
  createRoute({
    method: 'post',
    path: '/v1/thread/up',
    tags,
    ...may('reaction.set', rate('react')),
    summary: 'Likes a thread (tid) or a reply (pid), or takes the like back',
    request: { body: jsonBody(LikeWire) },
    responses: replies(LikedReplyWire),
  }),
  async (c) => {
    const actor = reactor(c);
    const { id, idtype } = c.req.valid('json');
    const { liked, count } = await toggleLike(
      c.var.deps.db,
      actor,
      idtype === 'tid' ? 'thread' : 'post',
      id,
    );
    return c.json({ code: 0, msg: 'ok', data: { is_up: liked, like_cnt: count } }, 200);
  },
);

for (const kind of ['thread', 'forum'] as const) {
  reactions.openapi(
    createRoute({
      method: 'post',
      path: `/v1/${kind}/favorite`,
      tags,
      ...may('favourite.set', rate('react')),
      summary: `Keeps a ${kind} among one’s favourites, or takes it out`,
      request: { body: jsonBody(IdWire) },
      responses: replies(FavouredReplyWire),
    }),
    async (c) => {
      const { favourite, count } = await toggleFavourite(
        c.var.deps.db,
        reactor(c),
        kind,
        c.req.valid('json').id,
      );
      return c.json(
        { code: 0, msg: 'ok', data: { is_favorite: favourite, favourite_cnt: count } },
        200,
      );
    },
  );
}

for (const kind of ['thread', 'post'] as const) {
  reactions.openapi(
    createRoute({
      method: 'post',
      path: `/v1/${kind}/exists/up`,
      tags,
      ...may('reaction.read', rate('read')),
      summary: `Which of these ${kind}s the caller likes`,
      request: { body: jsonBody(IdsWire) },
      responses: replies(AmongReplyWire),
    }),
    async (c) =>
      c.json(
        {
          code: 0,
          data: await likedAmong(
            c.var.deps.db,
            requireActor(c).userId,
            kind,
            c.req.valid('json').ids,
          ),
        },
        200,
      ),
  );
}

reactions.openapi(
  createRoute({
    method: 'post',
    path: '/v1/thread/exists/favorite',
    tags,
    ...may('reaction.read', rate('read')),
    summary: 'Which of these threads are among the caller’s favourites',
    request: { body: jsonBody(IdsWire) },
    responses: replies(AmongReplyWire),
  }),
  async (c) =>
    c.json(
      {
        code: 0,
        data: await favouritesAmong(c.var.deps.db, requireActor(c).userId, c.req.valid('json').ids),
      },
      200,
    ),
);
