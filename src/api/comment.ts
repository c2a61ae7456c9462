import { createRoute, z } from '@hono/zod-openapi';
import { COMMENT_MAX, jsonBytes } from '#contracts/limits.ts';
import { int } from '#contracts/wire/scalars.ts';
import { DoneWire } from '#contracts/wire/site.ts';
import { CommentWire } from '#contracts/wire/thread.ts';
import { NewCommentWire } from '#contracts/wire/writing.ts';
import { createComment } from '#domain/comment/create.ts';
import { deleteOwnComment } from '#domain/comment/delete.ts';
import { readComment } from '#domain/comment/wire.ts';
import { requireHuman } from './middleware/captcha.ts';
import { may } from './middleware/may.ts';
import { rate } from './middleware/rate.ts';
import { optionalText, requiredId } from './params.ts';
import { ownReadingOf } from './reading.ts';
import { jsonBody, replies, router } from './router.ts';
import { logRemovedFrames, siteOf, speaker } from './speaking.ts';

const tags = ['comment'];

export const comment = router();

const Written = z
  .object({ code: int, msg: z.string(), data: CommentWire })
  .meta({ id: 'WrittenComment' });

comment.openapi(
  createRoute({
    method: 'post',
    path: '/v1/post/comment',
    tags,
    ...may('comment.create', rate('comment')),
    summary: 'Comments on a reply',
    description:
      'Errors: `banned`, `closed`, `length`, `tooComplex` (413), `repeat` (the same content under the same reply within 10 minutes), `verify` (sensitive words, in err_payload), `captcha` (as for replies). With words that need a review, without a captcha that could be loaded, and with a newcomer’s links to other sites, it is stored and shown to nobody yet.',
    request: {
      query: z.object({ captcha_id: optionalText() }),
      body: jsonBody(NewCommentWire, jsonBytes(COMMENT_MAX)),
    },
    responses: replies(Written),
  }),
  async (c) => {
    const author = speaker(c);
    const { post_id, message, user_ids, validate } = c.req.valid('json');
    const gate = requireHuman(
      c,
      'comment',
      { id: c.req.valid('query').captcha_id, validate },
      user_ids ?? [],
    );
    const written = await createComment(c.var.deps.db, siteOf(c), author, {
      postId: post_id,
      message,
      mentions: user_ids ?? [],
      gate,
    });
    logRemovedFrames(c, written.threadId, written.removedFrames);
    return c.json(
      { code: 0, msg: 'ok', data: await readComment(ownReadingOf(c), written.id) },
      200,
    );
  },
);

comment.openapi(
  createRoute({
    method: 'delete',
    path: '/v1/post/comment',
    tags,
    ...may('comment.remove', rate('edit')),
    summary: 'Takes one’s own comment away',
    description: 'When the call returns, no published page shows the comment any more.',
    request: { query: z.object({ id: requiredId }) },
    responses: replies(DoneWire),
  }),
  async (c) => {
    const { deps } = c.var;
    const gone = await deleteOwnComment(deps.db, speaker(c).userId, c.req.valid('query').id);
    if (gone.length > 0) await deps.takeDown(gone);
    return c.json({ code: 0, msg: 'ok' }, 200);
  },
);
