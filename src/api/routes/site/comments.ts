import { createComment, type WrittenComment } from '#domain/content/comment/create.ts';
import { deleteOwnComment } from '#domain/content/comment/delete.ts';
import { editOwnComment } from '#domain/content/comment/edit.ts';
import { readComment } from '#domain/content/comment/read.ts';
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
import { getOwnReadContext } from '../../http/read-context.ts';

const readWrittenComment = async (c: ApiContext, { id, holdReason }: WrittenComment) => ({
  ...(await readComment(getOwnReadContext(c), id)),
  hold_reason: holdReason ?? null,
});

export const commentRoutes = answerCalls({
  'POST /v1/post/comment': async (
    c,
    {
      db,
      body: { post_id, message, user_ids, validate },
      query: { captcha_id },
      headers: { 'idempotency-key': key },
    },
  ) => {
    const author = requireAuthor(c);
    const gate = createWritingGate(c, 'comment', { id: captcha_id, validate }, user_ids ?? []);
    const created = await writeOnce(db, author.userId, key, () =>
      createComment(
        db,
        getSite(c),
        author,
        { postId: post_id, message, mentions: user_ids ?? [], gate, key },
        createModerationCheck(c, 'thread.edit'),
      ),
    );
    logRemovedFrames(c, created.threadId, created.removedFrames);
    return readWrittenComment(c, created);
  },

  'PUT /v1/post/comment': async (c, { db, body: { id, message } }) => {
    const edited = await editOwnComment(db, getSite(c), requireAuthor(c), {
      id,
      message,
      holdsNewLinks: await shouldHoldLinks(c),
    });
    logRemovedFrames(c, edited.threadId, edited.removedFrames);
    return readWrittenComment(c, edited);
  },

  'DELETE /v1/post/comment': async (c, { db, query: { id } }) => {
    const removedTags = await deleteOwnComment(db, requireAuthor(c).userId, id);
    if (removedTags.length > 0) await c.var.deps.takeDown(removedTags);
  },
});
