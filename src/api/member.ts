import { createRoute, z } from '@hono/zod-openapi';
import { requireActor } from '#auth/guards.ts';
import { AppError } from '#contracts/errors.ts';
import { FavouriteForumsReplyWire } from '#contracts/wire/forum.ts';
import {
  FavouritesReplyWire,
  MessageCountReplyWire,
  MessagesReplyWire,
} from '#contracts/wire/member.ts';
import { FlagReplyWire, ReportTypesReplyWire } from '#contracts/wire/site.ts';
import { isFavouriteForum, readFavouriteForums, readFavourites } from '#domain/favourite/wire.ts';
import { mayReadForum } from '#domain/forum/access.ts';
import { CATEGORIES } from '#domain/notification/present.ts';
import { readMessageCounts, readMessages } from '#domain/notification/wire.ts';
import { presentReportKinds } from '#domain/report/present.ts';
import { inWords } from './in-words.ts';
import { may } from './middleware/may.ts';
import { limit, oneOf, pageIndex, requiredId } from './params.ts';
import { ownReadingOf } from './reading.ts';
import { replies, router } from './router.ts';

/* What members read of their own. All of it is 401 for a visitor. */

const tags = ['member'];
const unauthenticated = { 401: { description: 'Not logged in' } };

export const member = router();

member.openapi(
  createRoute({
    method: 'get',
    path: '/v1/user/msg/count',
    tags,
    ...may('own.read'),
    summary: 'Unread messages by category',
    responses: { ...replies(MessageCountReplyWire), ...unauthenticated },
  }),
  async (c) =>
    c.json(
      {
        code: 0,
        msg: 'ok',
        data: await readMessageCounts(ownReadingOf(c), requireActor(c).userId),
      },
      200,
    ),
);

member.openapi(
  createRoute({
    method: 'get',
    path: '/v1/user/msg',
    tags,
    ...may('own.read'),
    summary: 'Messages of a category, newest first',
    description:
      '1 threads, 2 posts, 3 system, 5 letters, 6 mentions; 0 all but letters. `is_new` is 0 for what is unread. Texts are plain. Of category 2 `send_message_fmt` is the caller’s own post, `message_fmt` the answer; of category 3 `type` is a title and `note` a sentence, in the language of the request: `kind`, `act` and `reason` are what they are made of. `subject` and the texts are empty when what they are about was taken away.',
    request: {
      query: z.object({
        category: oneOf(['0', '1', '2', '3', '5', '6'], String(CATEGORIES.threads) as '1'),
        offset: pageIndex,
        limit: limit(20),
      }),
    },
    responses: { ...replies(MessagesReplyWire), ...unauthenticated },
  }),
  async (c) => {
    const actor = requireActor(c);
    const { category, offset, limit: most } = c.req.valid('query');
    return c.json(
      inWords(
        await readMessages(ownReadingOf(c), actor, Number(category), offset, most),
        c.var.lang,
      ),
      200,
    );
  },
);

member.openapi(
  createRoute({
    method: 'get',
    path: '/v1/user/favorite',
    tags,
    ...may('own.read'),
    summary: 'Threads that the caller keeps, the latest first',
    request: {
      query: z.object({ idtype: oneOf(['tid'], 'tid'), offset: pageIndex, limit: limit(10) }),
    },
    responses: { ...replies(FavouritesReplyWire), ...unauthenticated },
  }),
  async (c) => {
    const actor = requireActor(c);
    const { offset, limit: most } = c.req.valid('query');
    return c.json(await readFavourites(ownReadingOf(c), actor, offset, most), 200);
  },
);

member.openapi(
  createRoute({
    method: 'get',
    path: '/v1/forum/favorite/list',
    tags,
    ...may('own.read'),
    summary: 'Forums that the caller keeps, the latest first',
    responses: { ...replies(FavouriteForumsReplyWire), ...unauthenticated },
  }),
  async (c) => {
    const actor = requireActor(c);
    return c.json(
      { code: 0, msg: 'ok', data: await readFavouriteForums(ownReadingOf(c), actor) },
      200,
    );
  },
);

member.openapi(
  createRoute({
    method: 'get',
    path: '/v1/forum/user/favorite',
    tags,
    ...may('own.read'),
    summary: 'Whether the caller keeps a forum',
    request: { query: z.object({ forum_id: requiredId }) },
    responses: {
      ...replies(FlagReplyWire),
      ...unauthenticated,
      404: { description: 'No such forum' },
    },
  }),
  async (c) => {
    const actor = requireActor(c);
    const { db } = c.var.deps;
    const { forum_id } = c.req.valid('query');
    if (!(await mayReadForum(db, forum_id, actor))) throw new AppError('notFound');
    return c.json({ code: 0, msg: 'ok', data: await isFavouriteForum(db, actor, forum_id) }, 200);
  },
);

member.openapi(
  createRoute({
    method: 'get',
    path: '/v1/thread/post/report/list',
    tags,
    ...may('own.read'),
    summary: 'What a post can be reported for',
    description:
      '`data`: names by their numbers, in the language of the request; `kinds`: the same with their codes, and in both languages. Number or code goes back as `report_type`; 10 (`other`) asks for a reason of its own.',
    responses: { ...replies(ReportTypesReplyWire), ...unauthenticated },
  }),
  (c) => c.json(presentReportKinds(c.var.lang), 200),
);
