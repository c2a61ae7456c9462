import { requireActor } from '#auth/guards.ts';
import { AppError } from '#contracts/errors.ts';
import { MESSAGE_CATEGORIES } from '#contracts/message-categories.ts';
import { readMessageCounts, readNotifications } from '#domain/delivery/notification/read.ts';
import { readInbox } from '#domain/letters/read.ts';
import { readOwnBan } from '#domain/people/own-ban.ts';
import {
  isFavouriteForum,
  readFavouriteForums,
  readFavourites,
} from '#domain/reading/favourite/read.ts';
import { toReportKindsWire } from '#domain/reports/present.ts';
import { mayReadForum } from '#domain/shared/forum-access.ts';
import { answerCalls } from '../../http/answer-calls.ts';
import { getOwnReadContext } from '../../http/read-context.ts';
import { addMessageTexts } from './message-texts.ts';

/* Members' own content; 401 for visitors. */

export const myContentRoutes = answerCalls({
  'GET /v1/user/msg/count': (_, { db, actorId }) => readMessageCounts({ db }, actorId),

  'GET /v1/user/ban': (_, { db, actorId }) => readOwnBan(db, actorId),

  'GET /v1/user/msg': async (c, { query: { category, offset, limit: pageSize } }) => {
    const actor = requireActor(c);
    const reading = getOwnReadContext(c);
    const messages =
      Number(category) === MESSAGE_CATEGORIES.letters
        ? await readInbox(reading, actor.userId, offset, pageSize)
        : await readNotifications(reading, actor, Number(category), offset, pageSize);
    return addMessageTexts(messages, c.var.lang, reading.timeZone);
  },

  'GET /v1/user/favorite': (c, { query: { offset, limit: pageSize } }) =>
    readFavourites(getOwnReadContext(c), requireActor(c), offset, pageSize),

  'GET /v1/forum/favorite/list': (c) => readFavouriteForums(getOwnReadContext(c), requireActor(c)),

  'GET /v1/forum/user/favorite': async (c, { db, query: { forum_id } }) => {
    const actor = requireActor(c);
    if (!(await mayReadForum(db, forum_id, actor))) throw new AppError('notFound');
    return isFavouriteForum(db, actor, forum_id);
  },

  'GET /v1/thread/post/report/list': (c) => toReportKindsWire(c.var.lang),
});
