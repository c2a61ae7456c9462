import { requireActor, requireScope } from '#auth/guards.ts';
import {
  deleteMessage,
  markAllRead,
  markConversationRead,
  markRead,
} from '#domain/delivery/notification/mark.ts';
import { setBlocked } from '#domain/letters/block.ts';
import { isBlocked, readConversations } from '#domain/letters/conversations.ts';
import { readLetters } from '#domain/letters/read.ts';
import { sendLetter } from '#domain/letters/send.ts';
import { writeOnce } from '#domain/shared/write-once.ts';
import { answerCalls } from '../../http/answer-calls.ts';
import { getSite, requireAuthor } from '../../http/caller.ts';
import {
  isDeliberateRequest,
  requireDeliberateRequest,
} from '../../http/middleware/fetch-metadata.ts';
import { createLetterGate } from '../../http/middleware/require-captcha.ts';
import { getMediaWords } from '../../http/read-context.ts';

/* Notifications, and private messages between members (R30). */

export const messageRoutes = answerCalls({
  // GET, as deployed clients call them: they change only the caller's data, and embedded pictures
  // and links can't call them.
  'GET /v1/user/msg/read': [
    requireDeliberateRequest,
    (_, { db, actorId, query: { id, category } }) => markRead(db, actorId, id, category),
  ],

  'GET /v1/user/msg/readAll': [
    requireDeliberateRequest,
    (_, { db, actorId, query: { category } }) => markAllRead(db, actorId, category),
  ],

  'DELETE /v1/user/msg': (_, { db, actorId, query: { id, category } }) =>
    deleteMessage(db, actorId, id, category),

  'GET /v1/user/letter': async (
    c,
    { db, actorId: userId, query: { receive_user_id: otherId, sort, before, offset, limit } },
  ) => {
    const letters = await readLetters(
      { db, mediaWords: getMediaWords(c) },
      {
        userId,
        otherId,
        oldestFirst: sort === '1',
        page: offset,
        limit,
        before: before || undefined,
      },
    );
    if (isDeliberateRequest(c)) await markConversationRead(db, { userId, otherId });
    return letters;
  },

  'POST /v1/user/letter': async (
    c,
    {
      db,
      body: { receive_user_id, note, validate },
      query: { captcha_id },
      headers: { 'idempotency-key': key },
    },
  ) => {
    const sender = requireAuthor(c);
    const gate = createLetterGate(c, { id: captcha_id, validate });
    const site = { db, siteHost: getSite(c).host, mediaWords: getMediaWords(c) };
    return writeOnce(db, sender.userId, key, () =>
      sendLetter(site, sender, receive_user_id, note, gate, key),
    );
  },

  'GET /v1/user/letter/list': (c, { db, actorId, query: { offset, limit } }) =>
    readConversations({ db, mediaWords: getMediaWords(c) }, actorId, offset, limit),

  'GET /v1/user/letter/block': (_, { db, actorId, query }) => isBlocked(db, actorId, query.user_id),

  'POST /v1/user/letter/block': (c, { db, actorId, body: { user_id, blocked } }) => {
    requireScope(requireActor(c), 'write');
    return setBlocked(db, actorId, user_id, blocked);
  },
});
