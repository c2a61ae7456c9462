import { createRoute, z } from '@hono/zod-openapi';
import { requireActor } from '#auth/guards.ts';
import { AppError } from '#contracts/errors.ts';
import { MESSAGE_CATEGORIES } from '#contracts/notifications.ts';
import { FavouriteForumsReplyWire } from '#contracts/wire/forum.ts';
import {
  FavouritesReplyWire,
  MessageCountReplyWire,
  MessagesReplyWire,
  OwnBanReplyWire,
} from '#contracts/wire/own-content.ts';
import { BooleanReplyWire, ReportKindsReplyWire } from '#contracts/wire/replies.ts';
import { isFavouriteForum, readFavouriteForums, readFavourites } from '#domain/favourite/read.ts';
import { mayReadForum } from '#domain/forum/access.ts';
import { readMessageCounts, readMessages } from '#domain/notification/read.ts';
import { toReportKindsWire } from '#domain/report/present.ts';
import { readOwnBan } from '#domain/user/own-ban.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import { limit, oneOf, pageIndex, requiredId } from '../../http/params.ts';
import { getOwnReadContext } from '../../http/read-context.ts';
import { createRouter, jsonResponses } from '../../http/router.ts';
import { addMessageTexts } from './message-texts.ts';

/* What members read of their own. All of it is 401 for a visitor. */

const tags = ['member'];
const unauthenticatedResponses = { 401: { description: 'Not logged in' } };

/** 0 is all but letters. */
const CATEGORY_PARAMS = ['0', ...Object.values(MESSAGE_CATEGORIES).map(String)] as const;

export const myContentRoutes = createRouter();

myContentRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v1/user/msg/count',
    tags,
    ...requireRight('own.read'),
    summary: 'Unread messages by category',
    responses: { ...jsonResponses(MessageCountReplyWire), ...unauthenticatedResponses },
  }),
  async (c) =>
    c.json(
      {
        code: 0,
        msg: 'ok',
        data: await readMessageCounts(getOwnReadContext(c), requireActor(c).userId),
      },
      200,
    ),
);

myContentRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v1/user/ban',
    tags,
    ...requireRight('own.read'),
    summary: 'The caller’s ban that is in force',
    description: '`data` is null for who isn’t banned; `until` is null for a ban without end.',
    responses: { ...jsonResponses(OwnBanReplyWire), ...unauthenticatedResponses },
  }),
  async (c) =>
    c.json(
      { code: 0, msg: 'ok', data: await readOwnBan(c.var.deps.db, requireActor(c).userId) },
      200,
    ),
);

myContentRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v1/user/msg',
    tags,
    ...requireRight('own.read'),
    summary: 'Messages of a category, newest first',
    description:
      '1 threads, 2 posts, 3 system, 5 letters, 6 mentions; 0 all but letters. `is_new` is 0 for what is unread. Texts are plain. Of category 2 `send_message_fmt` is the caller’s own post, `message_fmt` the answer; of a like `message_fmt` is a sentence in the language of the request and `send_post_id` the post that was liked, the first one of a thread; of category 3 `type` is a title and `note` a sentence, in the language of the request: `kind`, `act` and `reason` are what they are made of. `subject` and the texts are empty when what they are about was taken away.',
    request: {
      query: z.object({
        category: oneOf(CATEGORY_PARAMS, String(MESSAGE_CATEGORIES.threads)),
        offset: pageIndex,
        limit: limit(20),
      }),
    },
    responses: { ...jsonResponses(MessagesReplyWire), ...unauthenticatedResponses },
  }),
  async (c) => {
    const actor = requireActor(c);
    const { category, offset, limit: pageSize } = c.req.valid('query');
    const reading = getOwnReadContext(c);
    return c.json(
      addMessageTexts(
        await readMessages(reading, actor, Number(category), offset, pageSize),
        c.var.lang,
        reading.timeZone,
      ),
      200,
    );
  },
);

myContentRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v1/user/favorite',
    tags,
    ...requireRight('own.read'),
    summary: 'Threads that the caller keeps, the latest first',
    request: {
      query: z.object({ idtype: oneOf(['tid'], 'tid'), offset: pageIndex, limit: limit(10) }),
    },
    responses: { ...jsonResponses(FavouritesReplyWire), ...unauthenticatedResponses },
  }),
  async (c) => {
    const actor = requireActor(c);
    const { offset, limit: pageSize } = c.req.valid('query');
    return c.json(await readFavourites(getOwnReadContext(c), actor, offset, pageSize), 200);
  },
);

myContentRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v1/forum/favorite/list',
    tags,
    ...requireRight('own.read'),
    summary: 'Forums that the caller keeps, the latest first',
    responses: { ...jsonResponses(FavouriteForumsReplyWire), ...unauthenticatedResponses },
  }),
  async (c) => {
    const actor = requireActor(c);
    return c.json(
      { code: 0, msg: 'ok', data: await readFavouriteForums(getOwnReadContext(c), actor) },
      200,
    );
  },
);

myContentRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v1/forum/user/favorite',
    tags,
    ...requireRight('own.read'),
    summary: 'Whether the caller keeps a forum',
    request: { query: z.object({ forum_id: requiredId }) },
    responses: {
      ...jsonResponses(BooleanReplyWire),
      ...unauthenticatedResponses,
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

myContentRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v1/thread/post/report/list',
    tags,
    ...requireRight('own.read'),
    summary: 'What a post can be reported for',
    description:
      '`data`: names by their numbers, in the language of the request; `kinds`: the same with their codes, and in both languages. Number or code goes back as `report_type`; 10 (`other`) asks for a reason of its own.',
    responses: { ...jsonResponses(ReportKindsReplyWire), ...unauthenticatedResponses },
  }),
  (c) => c.json(toReportKindsWire(c.var.lang), 200),
);
