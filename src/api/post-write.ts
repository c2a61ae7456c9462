import { createRoute, z } from '@hono/zod-openapi';
import { jsonBytes, MESSAGE_MAX } from '#contracts/limits.ts';
import { DoneWire } from '#contracts/wire/site.ts';
import { EditReplyWire, NewReplyWire, WrittenReplyWire } from '#contracts/wire/writing.ts';
import { createReply } from '#domain/post/create.ts';
import { deleteOwnReply } from '#domain/post/delete.ts';
import { editReply } from '#domain/post/edit.ts';
import { holdsLinks, requireHuman } from './middleware/captcha.ts';
import { may } from './middleware/may.ts';
import { rate } from './middleware/rate.ts';
import { becauseOf } from './moderating.ts';
import { limit, optionalText, requiredId } from './params.ts';
import { jsonBody, replies, router } from './router.ts';
import { logRemovedFrames, mayModerate, siteOf, speaker } from './speaking.ts';

const tags = ['post'];

export const postWrite = router();

postWrite.openapi(
  createRoute({
    method: 'post',
    path: '/v1/post',
    tags,
    ...may('reply.create', rate('reply')),
    summary: 'Replies to a thread',
    description:
      'Errors: `banned`, `closed`, `length`, `tooComplex` (413), `repeat` (the same content of the same author within 10 minutes), `verify` (sensitive words, in err_payload), `captcha` (new accounts, links of young ones and fast writers solve the captcha popup first). With words that need a review, without a captcha that could be loaded, and with a newcomer’s links to other sites, it keeps its floor and is shown to its author alone.',
    request: {
      query: z.object({ captcha_id: optionalText(), page_size: limit(10) }),
      body: jsonBody(NewReplyWire, jsonBytes(MESSAGE_MAX)),
    },
    responses: replies(WrittenReplyWire),
  }),
  async (c) => {
    const author = speaker(c);
    const { thread_id, message, quote_post_id, user_ids, validate } = c.req.valid('json');
    const { captcha_id, page_size } = c.req.valid('query');
    const gate = requireHuman(c, 'reply', { id: captcha_id, validate }, user_ids ?? []);
    const reply = await createReply(c.var.deps.db, siteOf(c), author, {
      threadId: thread_id,
      message,
      quotePostId: quote_post_id || undefined,
      mentions: user_ids ?? [],
      gate,
    });
    logRemovedFrames(c, reply.threadId, reply.removedFrames);
    const offset = Math.floor((reply.floor - 1) / page_size);
    return c.json(
      {
        code: 0,
        msg: 'ok',
        data: { id: reply.id, offset, storey: reply.floor, checked: Number(reply.checked) },
      },
      200,
    );
  },
);

postWrite.openapi(
  createRoute({
    method: 'put',
    path: '/v1/thread/post',
    tags,
    ...may('reply.edit', rate('edit')),
    summary: 'Changes a reply',
    description:
      'For its author and for moderators. What stood there before is kept as a revision. With words that need a review, or a newcomer’s links to other sites than before, it waits for a moderator. Of a moderator the action log keeps `note`, and with `is_notify` 1 the author is told.',
    request: { body: jsonBody(EditReplyWire, jsonBytes(MESSAGE_MAX)) },
    responses: replies(DoneWire),
  }),
  async (c) => {
    const editor = speaker(c);
    const { id, message, ...body } = c.req.valid('json');
    const edited = await editReply(
      c.var.deps.db,
      siteOf(c),
      editor,
      { id, message, holdsLinks: await holdsLinks(c), reason: becauseOf(body) },
      mayModerate(c),
    );
    logRemovedFrames(c, edited.threadId, edited.removedFrames);
    return c.json({ code: 0, msg: 'ok' }, 200);
  },
);

postWrite.openapi(
  createRoute({
    method: 'delete',
    path: '/v1/thread/post',
    tags,
    ...may('reply.remove', rate('edit')),
    summary: 'Takes one’s own reply away',
    description:
      'The floor stays. When the call returns, no published page shows the reply any more.',
    request: { query: z.object({ id: requiredId }) },
    responses: replies(DoneWire),
  }),
  async (c) => {
    const { deps } = c.var;
    const gone = await deleteOwnReply(
      deps.db,
      deps.env.TIME_ZONE,
      speaker(c).userId,
      c.req.valid('query').id,
    );
    await deps.takeDown(gone);
    return c.json({ code: 0, msg: 'ok' }, 200);
  },
);
