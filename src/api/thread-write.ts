import { createRoute, z } from '@hono/zod-openapi';
import { jsonBytes, MESSAGE_MAX } from '#contracts/limits.ts';
import { ThreadBriefWire } from '#contracts/wire/post.ts';
import { int } from '#contracts/wire/scalars.ts';
import { DoneWire } from '#contracts/wire/site.ts';
import {
  EditedThreadReplyWire,
  EditThreadWire,
  NewThreadWire,
  ThreadSourceReplyWire,
} from '#contracts/wire/writing.ts';
import { createThread } from '#domain/thread/create.ts';
import { deleteOwnThread } from '#domain/thread/delete.ts';
import { editThread } from '#domain/thread/edit.ts';
import { readThreadSource } from '#domain/thread/source.ts';
import { readThreadBrief } from '#domain/thread/wire-brief.ts';
import { holdsLinks, requireHuman } from './middleware/captcha.ts';
import { may } from './middleware/may.ts';
import { rate } from './middleware/rate.ts';
import { becauseOf } from './moderating.ts';
import { optionalText, requiredId } from './params.ts';
import { jsonBody, replies, router } from './router.ts';
import { logRemovedFrames, mayModerate, siteOf, speaker } from './speaking.ts';

const tags = ['thread'];

export const threadWrite = router();

const Written = z
  .object({ code: int, msg: z.string(), data: ThreadBriefWire })
  .meta({ id: 'WrittenThread' });

threadWrite.openapi(
  createRoute({
    method: 'post',
    path: '/v1/thread',
    tags,
    ...may('thread.create', rate('thread')),
    summary: 'Begins a thread',
    description:
      'Subject: 2–30 characters as people count them. Errors: `banned`, `length`, `tooComplex` (413), `limit` (a poll that can’t be), `repeat`, `verify` (sensitive words, in err_payload), `captcha` (as for replies). With words that need a review, without a captcha that could be loaded, and with a newcomer’s links to other sites, it is stored with `checked` 0 and shown to its author alone.',
    request: {
      query: z.object({ captcha_id: optionalText() }),
      body: jsonBody(NewThreadWire, jsonBytes(MESSAGE_MAX)),
    },
    responses: replies(Written),
  }),
  async (c) => {
    const { deps, lang } = c.var;
    const author = speaker(c);
    const { forum_id, type_id, subject, message, language, poll, validate } = c.req.valid('json');
    const gate = requireHuman(c, 'thread', { id: c.req.valid('query').captcha_id, validate });
    const created = await createThread(deps.db, siteOf(c), author, {
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
          }
        : undefined,
    });
    logRemovedFrames(c, created.id, created.removedFrames);
    return c.json(
      { code: 0, msg: 'ok', data: await readThreadBrief(deps.db, created.id, lang) },
      200,
    );
  },
);

threadWrite.openapi(
  createRoute({
    method: 'get',
    path: '/v1/thread/source',
    tags,
    middleware: [rate('read')] as const,
    summary: 'A thread as it was sent, to be changed',
    description: 'For its author and for moderators. 406 when it is deleted or hidden.',
    request: { query: z.object({ id: requiredId }) },
    responses: replies(ThreadSourceReplyWire),
  }),
  async (c) => {
    const editor = speaker(c, 'thread');
    return c.json(
      {
        code: 0,
        msg: 'ok',
        data: await readThreadSource(
          c.var.deps.db,
          editor,
          c.req.valid('query').id,
          mayModerate(c),
        ),
      },
      200,
    );
  },
);

threadWrite.openapi(
  createRoute({
    method: 'put',
    path: '/v1/thread',
    tags,
    ...may('thread.edit', rate('edit')),
    summary: 'Changes a thread',
    description:
      'For its author and for moderators. What stood there before is kept as a revision. `conflict` (409) when `revision` is given and somebody changed the thread since. `checked` is 0 when it waits for review. Of a moderator the action log keeps `note`, and with `is_notify` 1 the author is told.',
    request: { body: jsonBody(EditThreadWire, jsonBytes(MESSAGE_MAX)) },
    responses: replies(EditedThreadReplyWire),
  }),
  async (c) => {
    const editor = speaker(c);
    const { id, type_id, subject, message, language, revision, ...body } = c.req.valid('json');
    const edit = {
      id,
      themeId: type_id ?? undefined,
      subject,
      message,
      language: language ?? undefined,
      revision: revision ?? undefined,
      holdsLinks: await holdsLinks(c),
      reason: becauseOf(body),
    };
    const edited = await editThread(c.var.deps.db, siteOf(c), editor, edit, mayModerate(c));
    logRemovedFrames(c, id, edited.removedFrames);
    if (edited.gone.length > 0) await c.var.deps.takeDown(edited.gone);
    return c.json({ code: 0, msg: 'ok', data: { checked: Number(edited.checked) } }, 200);
  },
);

threadWrite.openapi(
  createRoute({
    method: 'delete',
    path: '/v1/thread',
    tags,
    ...may('thread.remove', rate('edit')),
    summary: 'Takes one’s own thread away',
    description: 'When the call returns, no published page shows the thread any more.',
    request: { query: z.object({ id: requiredId }) },
    responses: replies(DoneWire),
  }),
  async (c) => {
    const { deps } = c.var;
    const gone = await deleteOwnThread(
      deps.db,
      deps.env.TIME_ZONE,
      speaker(c).userId,
      c.req.valid('query').id,
    );
    await deps.takeDown(gone);
    return c.json({ code: 0, msg: 'ok' }, 200);
  },
);
