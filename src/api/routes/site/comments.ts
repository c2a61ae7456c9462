import { createRoute, z } from '@hono/zod-openapi';
import { MAX_COMMENT_CHARACTERS } from '#contracts/limits.ts';
import { OkReplyWire } from '#contracts/wire/replies.ts';
import { NewCommentWire } from '#contracts/wire/requests.ts';
import { CreatedCommentReplyWire } from '#contracts/wire/thread.ts';
import { createComment } from '#domain/comment/create.ts';
import { deleteOwnComment } from '#domain/comment/delete.ts';
import { readComment } from '#domain/comment/read.ts';
import { writeOnce } from '#domain/sent-write/write-once.ts';
import { maxJsonBytes } from '#platform/limits.ts';
import { getSite, logRemovedFrames, requireAuthor } from '../../http/caller.ts';
import { limitRate } from '../../http/middleware/limit-rate.ts';
import { createWritingGate } from '../../http/middleware/require-captcha.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import { idempotencyHeaders, optionalText, requiredId } from '../../http/params.ts';
import { getOwnReadContext } from '../../http/read-context.ts';
import { createRouter, jsonBody, jsonResponses } from '../../http/router.ts';

const tags = ['comment'];

export const commentRoutes = createRouter();

commentRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v1/post/comment',
    tags,
    ...requireRight('comment.create'),
    summary: 'Comments on a reply',
    description:
      'Errors: `banned`, `closed`, `length`, `tooComplex` (413), `repeat` (the same content under the same reply within 10 minutes), `verify` (sensitive words, in err_payload), `captcha` (as for replies). With words that need a review, without a captcha that could be loaded, and with a newcomer’s links to other sites, it is stored and shown to nobody yet.',
    request: {
      headers: idempotencyHeaders,
      query: z.object({ captcha_id: optionalText() }),
      body: jsonBody(NewCommentWire, maxJsonBytes(MAX_COMMENT_CHARACTERS)),
    },
    responses: jsonResponses(CreatedCommentReplyWire),
  }),
  async (c) => {
    const author = requireAuthor(c);
    const { post_id, message, user_ids, validate } = c.req.valid('json');
    const gate = createWritingGate(
      c,
      'comment',
      { id: c.req.valid('query').captcha_id, validate },
      user_ids ?? [],
    );
    const { db } = c.var.deps;
    const key = c.req.valid('header')['idempotency-key'];
    const created = await writeOnce(db, author.userId, key, () =>
      createComment(db, getSite(c), author, {
        postId: post_id,
        message,
        mentions: user_ids ?? [],
        gate,
        key,
      }),
    );
    logRemovedFrames(c, created.threadId, created.removedFrames);
    return c.json(
      { code: 0, msg: 'ok', data: await readComment(getOwnReadContext(c), created.id) },
      200,
    );
  },
);

commentRoutes.openapi(
  createRoute({
    method: 'delete',
    path: '/v1/post/comment',
    tags,
    ...requireRight('comment.remove', limitRate('edit')),
    summary: 'Takes one’s own comment away',
    description: 'When the call returns, no published page shows the comment any more.',
    request: { query: z.object({ id: requiredId }) },
    responses: jsonResponses(OkReplyWire),
  }),
  async (c) => {
    const { deps } = c.var;
    const removedTags = await deleteOwnComment(
      deps.db,
      requireAuthor(c).userId,
      c.req.valid('query').id,
    );
    if (removedTags.length > 0) await deps.takeDown(removedTags);
    return c.json({ code: 0, msg: 'ok' }, 200);
  },
);
