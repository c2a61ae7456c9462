import type { PostWire } from '#contracts/wire/post.ts';
import { createReply } from '#domain/content/post/create.ts';
import { deleteOwnReply, restoreOwnReply } from '#domain/content/post/delete.ts';
import { editReply } from '#domain/content/post/edit.ts';
import { readReply } from '#domain/content/post/replies-for-api.ts';
import { writeOnce } from '#domain/shared/write-once.ts';
import { answerCalls } from '../../http/answer-calls.ts';
import {
  createModerationCheck,
  getSite,
  logRemovedFrames,
  requireAuthor,
} from '../../http/caller.ts';
import type { ApiContext } from '../../http/context.ts';
import { createWritingGate, shouldHoldLinks } from '../../http/middleware/require-captcha.ts';
import { toReason } from '../../http/moderation-action.ts';
import { getOwnReadContext } from '../../http/read-context.ts';

/**
 * Reads the written reply for its author's page, with data outside its row: the author's level,
 * quotes, the thread's counts. The reply is already stored, so a read error is logged and null is
 * returned.
 */
const readWrittenReply = (
  c: ApiContext,
  reply: { threadId: number; postId: number },
): Promise<PostWire | null> =>
  readReply(getOwnReadContext(c), reply).catch((err: unknown) => {
    (c.var.log ?? c.var.deps.log).warn({ err, ...reply }, 'reading a written reply failed');
    return null;
  });

export const replyRoutes = answerCalls({
  'POST /v1/post': async (
    c,
    {
      db,
      body: { thread_id, message, quote_post_id, user_ids, validate, draft },
      query: { captcha_id, page_size, with_post },
      headers: { 'idempotency-key': key },
    },
  ) => {
    const author = requireAuthor(c);
    const gate = createWritingGate(c, 'reply', { id: captcha_id, validate }, user_ids ?? []);
    const reply = await writeOnce(db, author.userId, key, () =>
      createReply(
        db,
        getSite(c),
        author,
        {
          threadId: thread_id,
          message,
          quotePostId: quote_post_id || undefined,
          mentions: user_ids ?? [],
          gate,
          draft: draft ?? undefined,
          key,
        },
        createModerationCheck(c, 'thread.edit'),
      ),
    );
    logRemovedFrames(c, reply.threadId, reply.removedFrames);
    return {
      id: reply.id,
      offset: Math.floor((reply.floor - 1) / page_size),
      storey: reply.floor,
      checked: Number(reply.checked),
      hold_reason: reply.holdReason ?? null,
      post: with_post
        ? await readWrittenReply(c, { threadId: reply.threadId, postId: reply.id })
        : null,
    };
  },

  'PUT /v1/thread/post': async (c, { db, body: { id, message, ...body } }) => {
    const editor = requireAuthor(c);
    const edited = await editReply(
      db,
      getSite(c),
      editor,
      { id, message, holdsNewLinks: await shouldHoldLinks(c), reason: toReason(body) },
      createModerationCheck(c),
    );
    logRemovedFrames(c, edited.threadId, edited.removedFrames);
  },

  'DELETE /v1/thread/post': async (c, { db, query: { id } }) =>
    c.var.deps.takeDown(await deleteOwnReply(db, requireAuthor(c).userId, id)),

  'POST /v1/thread/post/restore': (c, { db, body }) =>
    restoreOwnReply(db, requireAuthor(c).userId, body.id),
});
