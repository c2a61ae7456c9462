import { createRoute, z } from '@hono/zod-openapi';
import { requireActor, requireScope } from '#auth/guards.ts';
import { jsonBytes, LETTER_MAX } from '#contracts/limits.ts';
import { ConversationsReplyWire, LettersReplyWire, MessageWire } from '#contracts/wire/member.ts';
import { int } from '#contracts/wire/scalars.ts';
import { DoneWire, FlagReplyWire } from '#contracts/wire/site.ts';
import { BlockWire, NewLetterWire } from '#contracts/wire/writing.ts';
import { setBlocked } from '#domain/letter/block.ts';
import { isBlocked, readConversations } from '#domain/letter/conversations.ts';
import { sendLetter } from '#domain/letter/send.ts';
import { readLetters } from '#domain/letter/wire.ts';
import {
  markAllRead,
  markConversationRead,
  markRead,
  removeMessage,
} from '#domain/notification/mark.ts';
import type { Ctx } from './context.ts';
import { askedOnPurpose, onPurpose } from './middleware/asked.ts';
import { requireHuman } from './middleware/captcha.ts';
import { may } from './middleware/may.ts';
import { rate } from './middleware/rate.ts';
import { limit, oneOf, optionalId, optionalText, pageIndex, requiredId } from './params.ts';
import { jsonBody, replies, router } from './router.ts';
import { siteOf, speaker } from './speaking.ts';

/* What members do with their messages, and letters between two of them (R30). */

const tags = ['member'];
const unauthenticated = { 401: { description: 'Not logged in' } };
const done = { code: 0, msg: 'ok' } as const;
/** Which messages a number is of: letters have their own. */
const category = optionalId.openapi({
  description: '5 for letters, which have numbers of their own',
});

export const messages = router();

// GET, as deployed clients call them: what they change is the caller's own, and pictures and links
// in messages can't ask for it.
messages.openapi(
  createRoute({
    method: 'get',
    path: '/v1/user/msg/read',
    tags,
    ...may('message.mark', onPurpose),
    summary: 'Marks a message as read',
    request: { query: z.object({ id: requiredId, category }) },
    responses: { ...replies(DoneWire), ...unauthenticated },
  }),
  async (c) => {
    const { id, category: kind } = c.req.valid('query');
    await markRead(c.var.deps.db, requireActor(c).userId, id, kind);
    return c.json(done, 200);
  },
);

messages.openapi(
  createRoute({
    method: 'get',
    path: '/v1/user/msg/readAll',
    tags,
    ...may('message.mark', onPurpose),
    summary: 'Marks the messages of a category as read, or all',
    request: { query: z.object({ category: optionalId }) },
    responses: { ...replies(DoneWire), ...unauthenticated },
  }),
  async (c) => {
    await markAllRead(c.var.deps.db, requireActor(c).userId, c.req.valid('query').category);
    return c.json(done, 200);
  },
);

messages.openapi(
  createRoute({
    method: 'delete',
    path: '/v1/user/msg',
    tags,
    ...may('message.remove'),
    summary: 'Throws a message away',
    request: { query: z.object({ id: requiredId, category }) },
    responses: { ...replies(DoneWire), ...unauthenticated },
  }),
  async (c) => {
    const { id, category: kind } = c.req.valid('query');
    await removeMessage(c.var.deps.db, requireActor(c).userId, id, kind);
    return c.json(done, 200);
  },
);

messages.openapi(
  createRoute({
    method: 'get',
    path: '/v1/user/letter',
    tags,
    ...may('own.read'),
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
    responses: { ...replies(LettersReplyWire), ...unauthenticated },
  }),
  async (c) => {
    const { userId } = requireActor(c);
    const { db } = c.var.deps;
    const { receive_user_id: otherId, sort, before, offset, limit: most } = c.req.valid('query');
    const letters = await readLetters(db, {
      userId,
      otherId,
      oldestFirst: sort === '1',
      page: offset,
      limit: most,
      before: before || undefined,
    });
    if (askedOnPurpose(c)) await markConversationRead(db, userId, otherId);
    return c.json(letters, 200);
  },
);

const correspondent = (c: Ctx): number => speaker(c).userId;

messages.openapi(
  createRoute({
    method: 'post',
    path: '/v1/user/letter',
    tags,
    ...may('letter.create', rate('letter')),
    summary: 'Writes a letter to another member',
    description:
      'Errors: `banned`, `length`, `tooComplex` (413), `verify`, `captcha` (as for replies), `refused` (the receiver takes no letters from the caller), `repeat` (the caller’s letter before it said the same, and no answer has come since).',
    request: {
      query: z.object({ captcha_id: optionalText() }),
      body: jsonBody(NewLetterWire, jsonBytes(LETTER_MAX)),
    },
    responses: {
      ...replies(
        z.object({ code: int, msg: z.string(), data: MessageWire }).meta({ id: 'SentLetter' }),
      ),
      ...unauthenticated,
    },
  }),
  async (c) => {
    const sender = correspondent(c);
    const { receive_user_id, note, validate } = c.req.valid('json');
    const gate = requireHuman(c, 'letter', { id: c.req.valid('query').captcha_id, validate });
    return c.json(
      {
        code: 0,
        msg: 'ok',
        data: await sendLetter(c.var.deps.db, siteOf(c).host, sender, receive_user_id, note, gate),
      },
      200,
    );
  },
);

messages.openapi(
  createRoute({
    method: 'get',
    path: '/v1/user/letter/list',
    tags,
    summary: 'With whom the caller exchanges letters, the latest first',
    request: { query: z.object({ offset: pageIndex, limit: limit(20) }) },
    responses: { ...replies(ConversationsReplyWire), ...unauthenticated },
  }),
  async (c) => {
    const { userId } = requireActor(c);
    const { offset, limit: most } = c.req.valid('query');
    return c.json(await readConversations(c.var.deps.db, userId, offset, most), 200);
  },
);

const block = '/v1/user/letter/block';

messages.openapi(
  createRoute({
    method: 'get',
    path: block,
    tags,
    summary: 'Whether the caller takes no letters from somebody',
    request: { query: z.object({ user_id: requiredId }) },
    responses: { ...replies(FlagReplyWire), ...unauthenticated },
  }),
  async (c) =>
    c.json(
      {
        ...done,
        data: await isBlocked(c.var.deps.db, requireActor(c).userId, c.req.valid('query').user_id),
      },
      200,
    ),
);

messages.openapi(
  createRoute({
    method: 'post',
    path: block,
    tags,
    ...may('letter.block', rate('edit')),
    summary: 'Takes no letters from somebody, or does again',
    request: { body: jsonBody(BlockWire) },
    responses: { ...replies(DoneWire), ...unauthenticated, 404: { description: 'No such member' } },
  }),
  async (c) => {
    const actor = requireActor(c);
    requireScope(actor, 'write');
    const { user_id, blocked } = c.req.valid('json');
    await setBlocked(c.var.deps.db, actor.userId, user_id, blocked);
    return c.json(done, 200);
  },
);
