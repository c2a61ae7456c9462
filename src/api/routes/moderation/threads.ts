import { createRoute } from '@hono/zod-openapi';
import { AppError } from '#contracts/errors.ts';
import { actionOfMark, rightOfAction } from '#contracts/moderation-actions.ts';
import {
  CloseThreadWire,
  DeleteThreadsWire,
  MergeThreadsWire,
  ModerationActionWire,
  MoveThreadsWire,
  SingleModerationActionWire,
  SplitRepliesWire,
  UpdateThreadsWire,
} from '#contracts/wire/moderation.ts';
import { mergeThreads, unmergeThread } from '#moderation/merge-threads.ts';
import { moveThreads } from '#moderation/move-threads.ts';
import { splitReplies, unsplitThread } from '#moderation/split-thread.ts';
import {
  setThreadMark,
  THREAD_MARK_FIELDS,
  type ThreadMarkField,
} from '#moderation/thread-marks.ts';
import { deleteThreads, setThreadStates } from '#moderation/thread-states.ts';
import { requireModerator } from '../../http/caller.ts';
import { limitRate } from '../../http/middleware/limit-rate.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import {
  actionResponses,
  getActionContext,
  sendActionResult,
  toReason,
} from '../../http/moderation-action.ts';
import { createRouter, jsonBody } from '../../http/router.ts';

/* What moderators do to threads. */

const tags = ['moderation'];
const NOTIFY_DESCRIPTION = 'With `is_notify` 1 the author is told, with `note` as the reason.';
const TAKEDOWN_DESCRIPTION =
  'When the call returns, no page, feed, search or list shows it any more.';

export const moderateThreadRoutes = createRouter();

const isMark = (field: string): field is ThreadMarkField =>
  (THREAD_MARK_FIELDS as readonly string[]).includes(field);

moderateThreadRoutes.openapi(
  createRoute({
    method: 'put',
    path: '/v1/thread/update',
    tags,
    ...requireRight(['thread.mark', 'thread.close'], limitRate('moderate')),
    summary: 'Pins, features, closes or resolves threads',
    description: `\`field\`: ${THREAD_MARK_FIELDS.join(', ')}. \`value\` is 0 or 1, of pins up to 9: greater comes first. Closing and resolving take the right to close. \`top\` (pinned everywhere) is for those who moderate everywhere. ${NOTIFY_DESCRIPTION}`,
    request: { body: jsonBody(UpdateThreadsWire) },
    responses: actionResponses,
  }),
  async (c) => {
    const { field, ids, value, ...body } = c.req.valid('json');
    if (!isMark(field)) throw new AppError('malformed', { values: { field: 'field' } });
    return sendActionResult(
      c,
      await setThreadMark(
        getActionContext(c),
        requireModerator(c, rightOfAction(actionOfMark(field, 1), 'thread')),
        toReason(body),
        ids,
        field,
        value,
      ),
    );
  },
);

moderateThreadRoutes.openapi(
  createRoute({
    method: 'put',
    path: '/v1/thread/delete',
    tags,
    ...requireRight('thread.delete', limitRate('moderate')),
    summary: 'Deletes threads, each with a reason of its own',
    description: `${TAKEDOWN_DESCRIPTION} ${NOTIFY_DESCRIPTION}`,
    request: { body: jsonBody(DeleteThreadsWire) },
    responses: actionResponses,
  }),
  async (c) => {
    const deletions = c.req.valid('json').msg.map((item) => ({ id: item.id, ...toReason(item) }));
    return sendActionResult(
      c,
      await deleteThreads(getActionContext(c), requireModerator(c), deletions),
    );
  },
);

moderateThreadRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v1/thread/close',
    tags,
    ...requireRight('thread.close', limitRate('moderate')),
    summary: 'Closes a thread, so that it takes no more replies, or opens it',
    description: NOTIFY_DESCRIPTION,
    request: { body: jsonBody(CloseThreadWire) },
    responses: actionResponses,
  }),
  async (c) => {
    const { thread_id, is_closed, ...body } = c.req.valid('json');
    return sendActionResult(
      c,
      await setThreadMark(
        getActionContext(c),
        requireModerator(c),
        toReason(body),
        [thread_id],
        'is_closed',
        is_closed,
      ),
    );
  },
);

moderateThreadRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v2/user/threads/move',
    tags,
    ...requireRight('thread.move', limitRate('moderate')),
    summary: 'Moves threads to a forum and one of its themes',
    description: `Without \`theme_id\`, or with 0, the forum’s first theme. The caller moderates where the threads are, and may read where they go. ${NOTIFY_DESCRIPTION}`,
    request: { body: jsonBody(MoveThreadsWire) },
    responses: actionResponses,
  }),
  async (c) => {
    const { ids, forum_id, theme_id, ...body } = c.req.valid('json');
    return sendActionResult(
      c,
      await moveThreads(getActionContext(c), requireModerator(c), toReason(body), ids, {
        forumId: forum_id,
        themeId: theme_id || undefined,
      }),
    );
  },
);

for (const [word, state, right, summary] of [
  ['delete', 'deleted', 'thread.delete', 'Deletes threads'],
  ['hide', 'hidden', 'thread.hide', 'Hides threads'],
  [
    'restore',
    'normal',
    'thread.delete',
    'Shows threads again that were deleted or hidden, by whomever',
  ],
  ['show', 'normal', 'thread.hide', 'The same, for those that were hidden'],
] as const) {
  moderateThreadRoutes.openapi(
    createRoute({
      method: 'post',
      path: `/v2/moderation/threads/${word}`,
      tags,
      ...requireRight(right, limitRate('moderate')),
      summary,
      description:
        `${state === 'normal' ? '' : TAKEDOWN_DESCRIPTION} ${NOTIFY_DESCRIPTION} 409 for a thread that was merged into another.`.trim(),
      request: { body: jsonBody(ModerationActionWire) },
      responses: actionResponses,
    }),
    async (c) => {
      const { ids, ...body } = c.req.valid('json');
      return sendActionResult(
        c,
        await setThreadStates(getActionContext(c), requireModerator(c), toReason(body), ids, state),
      );
    },
  );
}

moderateThreadRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v2/moderation/threads/merge',
    tags,
    ...requireRight('thread.merge', limitRate('moderate')),
    summary: 'Puts all posts of a thread behind the last floor of another',
    description: `The first post becomes a reply; replies keep their order and get new floors. Addresses of the thread \`id\` and of its replies lead to where they are then. 406 when one of the two isn’t shown. ${NOTIFY_DESCRIPTION}`,
    request: { body: jsonBody(MergeThreadsWire) },
    responses: actionResponses,
  }),
  async (c) => {
    const { id, into, ...body } = c.req.valid('json');
    return sendActionResult(
      c,
      await mergeThreads(getActionContext(c), requireModerator(c), toReason(body), id, into),
    );
  },
);

moderateThreadRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v2/moderation/threads/split',
    tags,
    ...requireRight('thread.split', limitRate('moderate')),
    summary: 'Makes a thread of replies',
    description: `The earliest of \`ids\`, replies of one thread, begins it; \`changed\` is its number. Without \`forum_id\` it stays in the forum and theme of the old one. The old floors stay empty. Errors: \`length\` (of the subject). ${NOTIFY_DESCRIPTION}`,
    request: { body: jsonBody(SplitRepliesWire) },
    responses: actionResponses,
  }),
  async (c) => {
    const { ids, subject, forum_id, theme_id, ...body } = c.req.valid('json');
    const to = forum_id ? { forumId: forum_id, themeId: theme_id || undefined } : undefined;
    return sendActionResult(
      c,
      await splitReplies(getActionContext(c), requireModerator(c), toReason(body), {
        ids,
        subject,
        to,
      }),
    );
  },
);

for (const [word, right, takeBack, summary, description] of [
  [
    'unmerge',
    'thread.merge',
    unmergeThread,
    'Takes a merging back',
    'The posts stand where they stood. 409 when it isn’t merged, or its posts have gone elsewhere since.',
  ],
  [
    'unsplit',
    'thread.split',
    unsplitThread,
    'Takes a splitting back',
    'Addresses of the thread lead to the old one. 409 when something else was written in it since: then it can be merged.',
  ],
] as const) {
  moderateThreadRoutes.openapi(
    createRoute({
      method: 'post',
      path: `/v2/moderation/threads/${word}`,
      tags,
      ...requireRight(right, limitRate('moderate')),
      summary,
      description: `${description} ${NOTIFY_DESCRIPTION}`,
      request: { body: jsonBody(SingleModerationActionWire) },
      responses: actionResponses,
    }),
    async (c) => {
      const { id, ...body } = c.req.valid('json');
      return sendActionResult(
        c,
        await takeBack(getActionContext(c), requireModerator(c), toReason(body), id),
      );
    },
  );
}
