import { createRoute, z } from '@hono/zod-openapi';
import { MAX_MESSAGE_CHARACTERS } from '#contracts/limits.ts';
import { CreatedThreadReplyWire } from '#contracts/wire/post.ts';
import { OkReplyWire } from '#contracts/wire/replies.ts';
import {
  EditedThreadReplyWire,
  EditThreadWire,
  NewThreadWire,
  ThreadSourceReplyWire,
} from '#contracts/wire/requests.ts';
import { writeOnce } from '#domain/sent-write/write-once.ts';
import { createThread } from '#domain/thread/create.ts';
import { deleteOwnThread } from '#domain/thread/delete.ts';
import { editThread, type ThreadEdit } from '#domain/thread/edit.ts';
import { readThreadBrief } from '#domain/thread/read-brief.ts';
import { readThreadSource } from '#domain/thread/source.ts';
import { maxJsonBytes } from '#platform/limits.ts';
import {
  createModerationCheck,
  getSite,
  logRemovedFrames,
  requireAuthor,
} from '../../http/caller.ts';
import { limitRate } from '../../http/middleware/limit-rate.ts';
import { createWritingGate, shouldHoldLinks } from '../../http/middleware/require-captcha.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import { toReason } from '../../http/moderation-action.ts';
import { idempotencyHeaders, optionalText, requiredId } from '../../http/params.ts';
import { createRouter, jsonBody, jsonResponses } from '../../http/router.ts';

const tags = ['thread'];

export const threadWriteRoutes = createRouter();

threadWriteRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v1/thread',
    tags,
    ...requireRight('thread.create'),
    summary: 'Begins a thread',
    description:
      'Subject: 2–80 characters as people count them. Errors: `banned`, `length`, `tooComplex` (413), `limit` (a poll that can’t be), `repeat`, `verify` (sensitive words, in err_payload), `captcha` (as for replies). With words that need a review, without a captcha that could be loaded, and with a newcomer’s links to other sites, it is stored with `checked` 0 and shown to its author alone.',
    request: {
      headers: idempotencyHeaders,
      query: z.object({ captcha_id: optionalText() }),
      body: jsonBody(NewThreadWire, maxJsonBytes(MAX_MESSAGE_CHARACTERS)),
    },
    responses: jsonResponses(CreatedThreadReplyWire),
  }),
  async (c) => {
    const { deps, lang } = c.var;
    const author = requireAuthor(c);
    const { forum_id, type_id, subject, message, language, poll, validate } = c.req.valid('json');
    const gate = createWritingGate(c, 'thread', { id: c.req.valid('query').captcha_id, validate });
    const key = c.req.valid('header')['idempotency-key'];
    const thread = {
      forumId: forum_id,
      themeId: type_id,
      subject,
      message,
      language,
      gate,
      poll: poll
        ? {
            question: poll.question,
            options: poll.options,
            maxChoices: poll.maxchoices,
            days: poll.poll_day,
            resultsVisible: poll.visible === 1,
            changeable: poll.changeable === 1,
          }
        : undefined,
      key,
    };
    const created = await writeOnce(deps.db, author.userId, key, () =>
      createThread(deps.db, getSite(c), author, thread),
    );
    logRemovedFrames(c, created.id, created.removedFrames);
    return c.json(
      { code: 0, msg: 'ok', data: await readThreadBrief(deps.db, created.id, lang) },
      200,
    );
  },
);

threadWriteRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v1/thread/source',
    tags,
    middleware: [limitRate('read')] as const,
    summary: 'A thread as it was sent, to be changed',
    description: 'For its author and for moderators. 406 when it is deleted or hidden.',
    request: { query: z.object({ id: requiredId }) },
    responses: jsonResponses(ThreadSourceReplyWire),
  }),
  async (c) => {
    const editor = requireAuthor(c, 'thread');
    return c.json(
      {
        code: 0,
        msg: 'ok',
        data: await readThreadSource(
          c.var.deps.db,
          editor,
          c.req.valid('query').id,
          createModerationCheck(c),
        ),
      },
      200,
    );
  },
);

threadWriteRoutes.openapi(
  createRoute({
    method: 'put',
    path: '/v1/thread',
    tags,
    ...requireRight('thread.edit', limitRate('edit')),
    summary: 'Changes a thread',
    description:
      'For its author and for moderators. What stood there before is kept as a revision. `conflict` (409) when `revision` is given and somebody changed the thread since. `checked` is 0 when it waits for review. Of a moderator the action log keeps `note`, and with `is_notify` 1 the author is told.',
    request: { body: jsonBody(EditThreadWire, maxJsonBytes(MAX_MESSAGE_CHARACTERS)) },
    responses: jsonResponses(EditedThreadReplyWire),
  }),
  async (c) => {
    const editor = requireAuthor(c);
    const { id, type_id, subject, message, language, revision, ...body } = c.req.valid('json');
    const edit: ThreadEdit = {
      id,
      themeId: type_id ?? undefined,
      subject,
      message,
      language: language ?? undefined,
      revision: revision ?? undefined,
      holdsNewLinks: await shouldHoldLinks(c),
      reason: toReason(body),
    };
    const edited = await editThread(
      c.var.deps.db,
      getSite(c),
      editor,
      edit,
      createModerationCheck(c),
    );
    logRemovedFrames(c, id, edited.removedFrames);
    if (edited.removedTags.length > 0) await c.var.deps.takeDown(edited.removedTags);
    return c.json({ code: 0, msg: 'ok', data: { checked: Number(edited.checked) } }, 200);
  },
);

threadWriteRoutes.openapi(
  createRoute({
    method: 'delete',
    path: '/v1/thread',
    tags,
    ...requireRight('thread.remove', limitRate('edit')),
    summary: 'Takes one’s own thread away',
    description: 'When the call returns, no published page shows the thread any more.',
    request: { query: z.object({ id: requiredId }) },
    responses: jsonResponses(OkReplyWire),
  }),
  async (c) => {
    const { deps } = c.var;
    const removedTags = await deleteOwnThread(
      deps.db,
      deps.env.TIME_ZONE,
      requireAuthor(c).userId,
      c.req.valid('query').id,
    );
    await deps.takeDown(removedTags);
    return c.json({ code: 0, msg: 'ok' }, 200);
  },
);
