import { requireActor, requireScope } from '#auth/guards.ts';
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
import { answerCalls } from '../../http/answer-calls.ts';
import { getSite, requireAuthor } from '../../http/caller.ts';
import {
  isDeliberateRequest,
  requireDeliberateRequest,
} from '../../http/middleware/fetch-metadata.ts';
import { createLetterGate } from '../../http/middleware/require-captcha.ts';

/* What members do with their messages, and letters between two of them (R30). */

export const messageRoutes = answerCalls({
  // GET, as deployed clients call them: what they change is the caller's own, and pictures and
  // links in messages can't ask for it.
  'GET /v1/user/msg/read': [
    requireDeliberateRequest,
    async (c, { query: { id, category: kind } }) => {
      await markRead(c.var.deps.db, requireActor(c).userId, id, kind);
    },
  ],

  'GET /v1/user/msg/readAll': [
    requireDeliberateRequest,
    async (c, { query: { category } }) => {
      await markAllRead(c.var.deps.db, requireActor(c).userId, category);
    },
  ],

  'DELETE /v1/user/msg': async (c, { query: { id, category: kind } }) => {
    await deleteMessage(c.var.deps.db, requireActor(c).userId, id, kind);
  },

  'GET /v1/user/letter': async (
    c,
    { query: { receive_user_id: otherId, sort, before, offset, limit: pageSize } },
  ) => {
    const { userId } = requireActor(c);
    const { db } = c.var.deps;
    const letters = await readLetters(db, {
      userId,
      otherId,
      oldestFirst: sort === '1',
      page: offset,
      limit: pageSize,
      before: before || undefined,
    });
    if (isDeliberateRequest(c)) await markConversationRead(db, userId, otherId);
    return letters;
  },

  'POST /v1/user/letter': async (
    c,
    {
      body: { receive_user_id, note, validate },
      query: { captcha_id },
      headers: { 'idempotency-key': key },
    },
  ) => {
    const sender = requireAuthor(c);
    const gate = createLetterGate(c, { id: captcha_id, validate });
    const { db } = c.var.deps;
    const { host } = getSite(c);
    return writeOnce(db, sender.userId, key, () =>
      sendLetter(db, host, sender, receive_user_id, note, gate, key),
    );
  },

  'GET /v1/user/letter/list': async (c, { query: { offset, limit: pageSize } }) => {
    const { userId } = requireActor(c);
    return readConversations(c.var.deps.db, userId, offset, pageSize);
  },

  'GET /v1/user/letter/block': (c, { query: { user_id } }) =>
    isBlocked(c.var.deps.db, requireActor(c).userId, user_id),

  'POST /v1/user/letter/block': async (c, { body: { user_id, blocked } }) => {
    const actor = requireActor(c);
    requireScope(actor, 'write');
    await setBlocked(c.var.deps.db, actor.userId, user_id, blocked);
  },
});
