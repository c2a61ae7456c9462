import { createRoute } from '@hono/zod-openapi';
import { requireActor } from '#auth/guards.ts';
import {
  FavouriteReplyWire,
  IdsWire,
  IdWire,
  LikeReplyWire,
  LikeWire,
  OwnReactionsReplyWire,
} from '#contracts/wire/requests.ts';
import { filterFavouriteThreads, toggleFavourite } from '#domain/reaction/favourite.ts';
import { filterLiked, toggleLike } from '#domain/reaction/like.ts';
import { requireReactingUser } from '../../http/caller.ts';
import { limitRate } from '../../http/middleware/limit-rate.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import { createRouter, jsonBody, jsonResponses } from '../../http/router.ts';

const tags = ['reactions'];

export const reactionRoutes = createRouter();

reactionRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v1/thread/up',
    tags,
    ...requireRight('reaction.set', limitRate('react')),
    summary: 'Likes a thread (tid) or a reply (pid), or takes the like back',
    request: { body: jsonBody(LikeWire) },
    responses: jsonResponses(LikeReplyWire),
  }),
  async (c) => {
    const actor = requireReactingUser(c);
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
  reactionRoutes.openapi(
    createRoute({
      method: 'post',
      path: `/v1/${kind}/favorite`,
      tags,
      ...requireRight('favourite.set', limitRate('react')),
      summary: `Keeps a ${kind} among one’s favourites, or takes it out`,
      request: { body: jsonBody(IdWire) },
      responses: jsonResponses(FavouriteReplyWire),
    }),
    async (c) => {
      const { favourite, count } = await toggleFavourite(
        c.var.deps.db,
        requireReactingUser(c),
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
  reactionRoutes.openapi(
    createRoute({
      method: 'post',
      path: `/v1/${kind}/exists/up`,
      tags,
      ...requireRight('reaction.read', limitRate('read')),
      summary: `Which of these ${kind}s the caller likes`,
      request: { body: jsonBody(IdsWire) },
      responses: jsonResponses(OwnReactionsReplyWire),
    }),
    async (c) =>
      c.json(
        {
          code: 0,
          data: await filterLiked(
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

reactionRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v1/thread/exists/favorite',
    tags,
    ...requireRight('reaction.read', limitRate('read')),
    summary: 'Which of these threads are among the caller’s favourites',
    request: { body: jsonBody(IdsWire) },
    responses: jsonResponses(OwnReactionsReplyWire),
  }),
  async (c) =>
    c.json(
      {
        code: 0,
        data: await filterFavouriteThreads(
          c.var.deps.db,
          requireActor(c).userId,
          c.req.valid('json').ids,
        ),
      },
      200,
    ),
);
