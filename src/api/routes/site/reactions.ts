import { requireActor } from '#auth/guards.ts';
import { filterFavouriteThreads, toggleFavourite } from '#domain/content/reaction/favourite.ts';
import { filterLiked, likeComment, toggleLike } from '#domain/content/reaction/like.ts';
import { answerCalls } from '../../http/answer-calls.ts';
import { requireReactingUser } from '../../http/caller.ts';
import type { ApiContext } from '../../http/context.ts';

async function toggleFavouriteForCaller(c: ApiContext, kind: 'thread' | 'forum', id: number) {
  const { db } = c.var.deps;
  const { favourite, count } = await toggleFavourite(db, requireReactingUser(c), kind, id);
  return { is_favorite: favourite, favourite_cnt: count };
}

const listLiked = (c: ApiContext, kind: Parameters<typeof filterLiked>[2], ids: number[]) =>
  filterLiked(c.var.deps.db, requireActor(c).userId, kind, ids);

export const reactionRoutes = answerCalls({
  'POST /v1/thread/up': async (c, { db, body: { id, idtype } }) => {
    const kind = idtype === 'tid' ? 'thread' : 'post';
    const { liked, count } = await toggleLike(db, requireReactingUser(c), kind, id);
    return { is_up: liked, like_cnt: count };
  },

  'PUT /v1/post/comment/like': async (c, { db, body: { id, on } }) => {
    const { liked, count } = await likeComment(db, requireReactingUser(c), id, on);
    return { is_up: liked, like_cnt: count };
  },

  'POST /v1/thread/favorite': (c, { body }) => toggleFavouriteForCaller(c, 'thread', body.id),
  'POST /v1/forum/favorite': (c, { body }) => toggleFavouriteForCaller(c, 'forum', body.id),

  'POST /v1/thread/exists/up': (c, { body }) => listLiked(c, 'thread', body.ids),
  'POST /v1/post/exists/up': (c, { body }) => listLiked(c, 'post', body.ids),
  'POST /v1/post/comment/exists/up': (c, { body }) => listLiked(c, 'comment', body.ids),

  'POST /v1/thread/exists/favorite': (_, { db, actorId, body }) =>
    filterFavouriteThreads(db, actorId, body.ids),
});
