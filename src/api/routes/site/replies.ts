import { createRoute, z } from '@hono/zod-openapi';
import { MAX_MESSAGE_CHARACTERS } from '#contracts/limits.ts';
import { coercedInt } from '#contracts/wire/field-types.ts';
import type { PostWire } from '#contracts/wire/post.ts';
import { OkReplyWire } from '#contracts/wire/replies.ts';
import { EditReplyWire, IdWire, NewReplyWire, PostedReplyWire } from '#contracts/wire/requests.ts';
import { createReply } from '#domain/post/create.ts';
import { deleteOwnReply } from '#domain/post/delete.ts';
import { editReply } from '#domain/post/edit.ts';
import { readReply } from '#domain/post/replies-for-api.ts';
import { restoreOwnReply } from '#domain/post/restore.ts';
import { writeOnce } from '#domain/sent-write/write-once.ts';
import { maxJsonBytes } from '#platform/limits.ts';
import {
  createModerationCheck,
  getSite,
  logRemovedFrames,
  requireAuthor,
} from '../../http/caller.ts';
import type { ApiContext } from '../../http/context.ts';
import { limitRate } from '../../http/middleware/limit-rate.ts';
import { createWritingGate, shouldHoldLinks } from '../../http/middleware/require-captcha.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import { toReason } from '../../http/moderation-action.ts';
import { idempotencyHeaders, limit, optionalText, requiredId } from '../../http/params.ts';
import { getOwnReadContext } from '../../http/read-context.ts';
import { createRouter, jsonBody, jsonResponses } from '../../http/router.ts';

const tags = ['post'];

export const replyRoutes = createRouter();

/**
 * The reply that was just written, for its author's page. It is read, because it shows what isn't
 * in its own row: its author's new level, what it quotes, the thread's counts. It is stored: a
 * failure to read it must not look like one to write it, so it is logged and null is answered.
 */
const readWrittenReply = (
  c: ApiContext,
  reply: { threadId: number; postId: number },
): Promise<PostWire | null> =>
  readReply(getOwnReadContext(c), reply).catch((err: unknown) => {
    (c.var.log ?? c.var.deps.log).warn({ err, ...reply }, 'reading a written reply failed');
    return null;
  });

replyRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v1/post',
    tags,
    ...requireRight('reply.create'),
    summary: 'Replies to a thread',
    description:
      'Errors: `banned`, `closed`, `merged` (406; err_payload is `{thread_id}` of the thread that took this one in), `length`, `tooComplex` (413), `repeat` (the same content of the same author within 10 minutes; err_payload is the earlier post: `{id, thread_id, storey, checked, age}`, the age in seconds), `verify` (sensitive words, in err_payload), `captcha` (new accounts, links of young ones and fast writers solve the captcha popup first). With words that need a review, without a captcha that could be loaded, and with a newcomer’s links to other sites, it keeps its floor and is shown to its author alone.',
    request: {
      headers: idempotencyHeaders,
      query: z.object({
        captcha_id: optionalText(),
        page_size: limit(10),
        with_post: coercedInt(0, 1).default(0),
      }),
      body: jsonBody(NewReplyWire, maxJsonBytes(MAX_MESSAGE_CHARACTERS)),
    },
    responses: jsonResponses(PostedReplyWire),
  }),
  async (c) => {
    const author = requireAuthor(c);
    const { thread_id, message, quote_post_id, user_ids, validate, draft } = c.req.valid('json');
    const { captcha_id, page_size, with_post } = c.req.valid('query');
    const gate = createWritingGate(c, 'reply', { id: captcha_id, validate }, user_ids ?? []);
    const { db } = c.var.deps;
    const key = c.req.valid('header')['idempotency-key'];
    const reply = await writeOnce(db, author.userId, key, () =>
      createReply(db, getSite(c), author, {
        threadId: thread_id,
        message,
        quotePostId: quote_post_id || undefined,
        mentions: user_ids ?? [],
        gate,
        draft: draft ?? undefined,
        key,
      }),
    );
    logRemovedFrames(c, reply.threadId, reply.removedFrames);
    const offset = Math.floor((reply.floor - 1) / page_size);
    return c.json(
      {
        code: 0,
        msg: 'ok',
        data: {
          id: reply.id,
          offset,
          storey: reply.floor,
          checked: Number(reply.checked),
          post: with_post
            ? await readWrittenReply(c, { threadId: reply.threadId, postId: reply.id })
            : null,
        },
      },
      200,
    );
  },
);

replyRoutes.openapi(
  createRoute({
    method: 'put',
    path: '/v1/thread/post',
    tags,
    ...requireRight('reply.edit', limitRate('edit')),
    summary: 'Changes a reply',
    description:
      'For its author and for moderators. What stood there before is kept as a revision. With words that need a review, or a newcomer’s links to other sites than before, it waits for a moderator. Of a moderator the action log keeps `note`, and with `is_notify` 1 the author is told.',
    request: { body: jsonBody(EditReplyWire, maxJsonBytes(MAX_MESSAGE_CHARACTERS)) },
    responses: jsonResponses(OkReplyWire),
  }),
  async (c) => {
    const editor = requireAuthor(c);
    const { id, message, ...body } = c.req.valid('json');
    const edited = await editReply(
      c.var.deps.db,
      getSite(c),
      editor,
      { id, message, holdsNewLinks: await shouldHoldLinks(c), reason: toReason(body) },
      createModerationCheck(c),
    );
    logRemovedFrames(c, edited.threadId, edited.removedFrames);
    return c.json({ code: 0, msg: 'ok' }, 200);
  },
);

replyRoutes.openapi(
  createRoute({
    method: 'delete',
    path: '/v1/thread/post',
    tags,
    ...requireRight('reply.remove', limitRate('edit')),
    summary: 'Takes one’s own reply away',
    description:
      'The floor stays. When the call returns, no published page shows the reply any more.',
    request: { query: z.object({ id: requiredId }) },
    responses: jsonResponses(OkReplyWire),
  }),
  async (c) => {
    const { deps } = c.var;
    const removedTags = await deleteOwnReply(
      deps.db,
      deps.env.TIME_ZONE,
      requireAuthor(c).userId,
      c.req.valid('query').id,
    );
    await deps.takeDown(removedTags);
    return c.json({ code: 0, msg: 'ok' }, 200);
  },
);

replyRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v1/thread/post/restore',
    tags,
    ...requireRight('reply.restore', limitRate('edit')),
    summary: 'Restores one’s own reply that was just deleted',
    description:
      'For its author, within ten minutes of the deletion, else `expired`; 403 when a moderator deleted or hid it.',
    request: { body: jsonBody(IdWire) },
    responses: jsonResponses(OkReplyWire),
  }),
  async (c) => {
    const { deps } = c.var;
    const { id } = c.req.valid('json');
    await restoreOwnReply(deps.db, deps.env.TIME_ZONE, requireAuthor(c).userId, id);
    return c.json({ code: 0, msg: 'ok' }, 200);
  },
);
