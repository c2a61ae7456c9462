import { createRoute, z } from '@hono/zod-openapi';
import { requireActor, requireScope } from '#auth/guards.ts';
import { MAX_LETTER_CHARACTERS } from '#contracts/limits.ts';
import {
  ConversationsReplyWire,
  LettersReplyWire,
  SentLetterReplyWire,
} from '#contracts/wire/own-content.ts';
import { BooleanReplyWire, OkReplyWire } from '#contracts/wire/replies.ts';
import { BlockWire, NewLetterWire } from '#contracts/wire/requests.ts';
import { setBlocked } from '#domain/letter/block.ts';
import { isBlocked, readConversations } from '#domain/letter/conversations.ts';
import { readLetters } from '#domain/letter/read.ts';
import { sendLetter } from '#domain/letter/send.ts';
import {
  deleteMessage,
  markAllRead,
  markConversationRead,
  markRead,
} from '#domain/notification/mark.ts';
import { writeOnce } from '#domain/sent-write/write-once.ts';
import { maxJsonBytes } from '#platform/limits.ts';
import { getSite, requireAuthor } from '../../http/caller.ts';
import {
  isDeliberateRequest,
  requireDeliberateRequest,
} from '../../http/middleware/fetch-metadata.ts';
import { limitRate } from '../../http/middleware/limit-rate.ts';
import { createLetterGate } from '../../http/middleware/require-captcha.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import {
  idempotencyHeaders,
  limit,
  oneOf,
  optionalId,
  optionalText,
  pageIndex,
  requiredId,
} from '../../http/params.ts';
import { createRouter, jsonBody, jsonResponses } from '../../http/router.ts';

/* What members do with their messages, and letters between two of them (R30). */

const tags = ['member'];
const unauthenticatedResponses = { 401: { description: 'Not logged in' } };
const OK_REPLY = { code: 0, msg: 'ok' } as const;
/** Which messages a number is of: letters have their own. */
const messageCategory = optionalId.openapi({
  description: '5 for letters, which have numbers of their own',
});

export const messageRoutes = createRouter();

// GET, as deployed clients call them: what they change is the caller's own, and pictures and links
// in messages can't ask for it.
messageRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v1/user/msg/read',
    tags,
    ...requireRight('message.mark', requireDeliberateRequest),
    summary: 'Marks a message as read',
    request: { query: z.object({ id: requiredId, category: messageCategory }) },
    responses: { ...jsonResponses(OkReplyWire), ...unauthenticatedResponses },
  }),
  async (c) => {
    const { id, category: kind } = c.req.valid('query');
    await markRead(c.var.deps.db, requireActor(c).userId, id, kind);
    return c.json(OK_REPLY, 200);
  },
);

messageRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v1/user/msg/readAll',
    tags,
    ...requireRight('message.mark', requireDeliberateRequest),
    summary: 'Marks the messages of a category as read, or all',
    request: { query: z.object({ category: optionalId }) },
    responses: { ...jsonResponses(OkReplyWire), ...unauthenticatedResponses },
  }),
  async (c) => {
    await markAllRead(c.var.deps.db, requireActor(c).userId, c.req.valid('query').category);
    return c.json(OK_REPLY, 200);
  },
);

messageRoutes.openapi(
  createRoute({
    method: 'delete',
    path: '/v1/user/msg',
    tags,
    ...requireRight('message.remove'),
    summary: 'Throws a message away',
    request: { query: z.object({ id: requiredId, category: messageCategory }) },
    responses: { ...jsonResponses(OkReplyWire), ...unauthenticatedResponses },
  }),
  async (c) => {
    const { id, category: kind } = c.req.valid('query');
    await deleteMessage(c.var.deps.db, requireActor(c).userId, id, kind);
    return c.json(OK_REPLY, 200);
  },
);

messageRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v1/user/letter',
    tags,
    ...requireRight('own.read'),
    summary: 'Letters between the caller and another member',
    description:
      '`sort` 0: the latest `limit` letters, the oldest of them first, as they are drawn; `offset` counts such pages back. 1: from the first letter on. `from_id` is who wrote it. `before` is the number of a letter: only older ones. Those that the other one wrote count as read from then on.',
    request: {
      query: z.object({
        receive_user_id: requiredId,
        sort: oneOf(['0', '1'], '0'),
        before: optionalId,
        offset: pageIndex,
        limit: limit(20),
      }),
    },
    responses: { ...jsonResponses(LettersReplyWire), ...unauthenticatedResponses },
  }),
  async (c) => {
    const { userId } = requireActor(c);
    const { db } = c.var.deps;
    const {
      receive_user_id: otherId,
      sort,
      before,
      offset,
      limit: pageSize,
    } = c.req.valid('query');
    const letters = await readLetters(db, {
      userId,
      otherId,
      oldestFirst: sort === '1',
      page: offset,
      limit: pageSize,
      before: before || undefined,
    });
    if (isDeliberateRequest(c)) await markConversationRead(db, userId, otherId);
    return c.json(letters, 200);
  },
);

messageRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v1/user/letter',
    tags,
    ...requireRight('letter.create'),
    summary: 'Writes a letter to another member',
    description:
      'Errors: `banned`, `length`, `tooComplex` (413), `verify`, `captcha` (as for replies), `newcomerLinks` (a newcomer’s letters can’t lead to other sites), `refused` (the receiver takes no letters from the caller), `repeat` (the caller’s letter before it said the same, and no answer has come since).',
    request: {
      headers: idempotencyHeaders,
      query: z.object({ captcha_id: optionalText() }),
      body: jsonBody(NewLetterWire, maxJsonBytes(MAX_LETTER_CHARACTERS)),
    },
    responses: {
      ...jsonResponses(SentLetterReplyWire),
      ...unauthenticatedResponses,
    },
  }),
  async (c) => {
    const sender = requireAuthor(c);
    const { receive_user_id, note, validate } = c.req.valid('json');
    const gate = createLetterGate(c, { id: c.req.valid('query').captcha_id, validate });
    const { db } = c.var.deps;
    const { host } = getSite(c);
    const key = c.req.valid('header')['idempotency-key'];
    const data = await writeOnce(db, sender.userId, key, () =>
      sendLetter(db, host, sender, receive_user_id, note, gate, key),
    );
    return c.json({ code: 0, msg: 'ok', data }, 200);
  },
);

messageRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v1/user/letter/list',
    tags,
    summary: 'With whom the caller exchanges letters, the latest first',
    request: { query: z.object({ offset: pageIndex, limit: limit(20) }) },
    responses: { ...jsonResponses(ConversationsReplyWire), ...unauthenticatedResponses },
  }),
  async (c) => {
    const { userId } = requireActor(c);
    const { offset, limit: pageSize } = c.req.valid('query');
    return c.json(await readConversations(c.var.deps.db, userId, offset, pageSize), 200);
  },
);

const blockPath = '/v1/user/letter/block';

messageRoutes.openapi(
  createRoute({
    method: 'get',
    path: blockPath,
    tags,
    summary: 'Whether the caller takes no letters from somebody',
    request: { query: z.object({ user_id: requiredId }) },
    responses: { ...jsonResponses(BooleanReplyWire), ...unauthenticatedResponses },
  }),
  async (c) =>
    c.json(
      {
        ...OK_REPLY,
        data: await isBlocked(c.var.deps.db, requireActor(c).userId, c.req.valid('query').user_id),
      },
      200,
    ),
);

messageRoutes.openapi(
  createRoute({
    method: 'post',
    path: blockPath,
    tags,
    ...requireRight('letter.block', limitRate('edit')),
    summary: 'Takes no letters from somebody, or does again',
    request: { body: jsonBody(BlockWire) },
    responses: {
      ...jsonResponses(OkReplyWire),
      ...unauthenticatedResponses,
      404: { description: 'No such member' },
    },
  }),
  async (c) => {
    const actor = requireActor(c);
    requireScope(actor, 'write');
    const { user_id, blocked } = c.req.valid('json');
    await setBlocked(c.var.deps.db, actor.userId, user_id, blocked);
    return c.json(OK_REPLY, 200);
  },
);
