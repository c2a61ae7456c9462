import { createThread } from '#domain/content/thread/create.ts';
import { deleteOwnThread } from '#domain/content/thread/delete.ts';
import { editThread, readThreadSource, type ThreadEdit } from '#domain/content/thread/edit.ts';
import { readThreadBrief } from '#domain/content/thread/read-info.ts';
import { previewMessage } from '#domain/message/preview.ts';
import { writeOnce } from '#domain/shared/write-once.ts';
import { answerCalls } from '../../http/answer-calls.ts';
import {
  createModerationCheck,
  getSite,
  logRemovedFrames,
  requireAuthor,
} from '../../http/caller.ts';
import { createWritingGate, shouldHoldLinks } from '../../http/middleware/require-captcha.ts';
import { toReason } from '../../http/moderation-action.ts';

export const threadWriteRoutes = answerCalls({
  'POST /v1/thread': async (
    c,
    {
      body: { forum_id, type_id, subject, message, language, poll, validate },
      query: { captcha_id },
      headers: { 'idempotency-key': key },
    },
  ) => {
    const { deps, lang } = c.var;
    const author = requireAuthor(c);
    const gate = createWritingGate(c, 'thread', { id: captcha_id, validate });
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
      createThread(deps.db, getSite(c), author, thread, createModerationCheck(c, 'thread.edit')),
    );
    logRemovedFrames(c, created.id, created.removedFrames);
    const brief = await readThreadBrief(deps.db, created.id, lang);
    return { ...brief, hold_reason: created.holdReason ?? null };
  },

  'GET /v1/thread/source': (c, { db, query }) =>
    readThreadSource(db, requireAuthor(c, 'thread'), query.id, createModerationCheck(c)),

  'PUT /v1/thread': async (
    c,
    { db, body: { id, type_id, subject, message, language, revision, ...body } },
  ) => {
    const editor = requireAuthor(c);
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
    const edited = await editThread(db, getSite(c), editor, edit, createModerationCheck(c));
    logRemovedFrames(c, id, edited.removedFrames);
    if (edited.removedTags.length > 0) await c.var.deps.takeDown(edited.removedTags);
    return { checked: Number(edited.checked), hold_reason: edited.holdReason ?? null };
  },

  'DELETE /v1/thread': async (c, { db, query: { id } }) =>
    c.var.deps.takeDown(await deleteOwnThread(db, requireAuthor(c).userId, id)),

  'POST /v1/thread/preview': async (c, { db, body: { message, is_first } }) => {
    const writer = requireAuthor(c, 'post');
    return { html: await previewMessage(db, getSite(c).host, writer, message, is_first === 1) };
  },
});
