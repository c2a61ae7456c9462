import { createRoute, type z } from '@hono/zod-openapi';
import type { Right } from '#auth/rights.ts';
import { AppError } from '#contracts/errors.ts';
import { ACTION_RIGHTS, actionOfMark, PERFORMED_ACTIONS } from '#contracts/moderation-actions.ts';
import {
  BanRequestWire,
  CloseThreadWire,
  DeleteThreadsWire,
  ModerationActionWire,
  MoveThreadsWire,
  PerformActionWire,
  UpdatePostsWire,
  UpdateThreadsWire,
} from '#contracts/wire/moderation.ts';
import { THREAD_MARK_FIELDS, type ThreadMarkField } from '#moderation/thread-marks.ts';
import { deleteThreads } from '#moderation/thread-states.ts';
import { limitRate } from '../../http/middleware/limit-rate.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import {
  actionResponses,
  getActionContext,
  isFlagSet,
  sendActionResult,
  toReason,
} from '../../http/moderation-action.ts';
import { createRouter, jsonBody } from '../../http/router.ts';
import { performAction } from './perform-action.ts';

/* The call that performs every action, and what deployed clients call for some of them. */

const tags = ['moderation'];
const NOTIFY_DESCRIPTION = 'With `is_notify` 1 the author is told, with `note` as the reason.';

export const moderationActionRoutes = createRouter();

interface ActionCall<Body extends z.ZodType> {
  method: 'post' | 'put';
  path: string;
  right: Right | readonly [Right, ...Right[]];
  summary: string;
  description: string;
  body: Body;
  toAction(body: z.output<Body>): PerformActionWire;
}

/** Adds a call that performs the action that its body means. */
function addActionCall<Body extends z.ZodType>(entry: ActionCall<Body>): void {
  const { method, path, right, summary, description, body, toAction } = entry;
  moderationActionRoutes.openapi(
    createRoute({
      method,
      path,
      tags,
      ...requireRight(right, limitRate('moderate')),
      summary,
      description,
      request: { body: jsonBody(body as z.ZodType) },
      responses: actionResponses,
    }),
    async (c) =>
      sendActionResult(c, await performAction(c, toAction(c.req.valid('json') as z.output<Body>))),
  );
}

addActionCall({
  method: 'post',
  path: '/v2/moderation/actions',
  right: ACTION_RIGHTS,
  summary: 'Performs any action of moderators, or undoes one',
  description: `\`action\`: ${PERFORMED_ACTIONS.join(', ')}. The \`undo\` of a reply is taken as it is. Each action needs its own right, and what the fields beside its targets say. All of it happens or nothing; when the call returns, no page, feed, search or list shows what was taken away. With \`is_notify\` 1 the author is told, with \`note\` as the reason.`,
  body: PerformActionWire,
  toAction: (body) => body,
});

addActionCall({
  method: 'put',
  path: '/v1/thread/update',
  right: ['thread.mark', 'thread.close'],
  summary: 'Pins, features, closes or resolves threads',
  description: `\`field\`: ${THREAD_MARK_FIELDS.join(', ')}. \`value\` is 0 or 1, of pins up to 9: greater comes first. Closing and resolving take the right to close. \`top\` (pinned everywhere) is for those who moderate everywhere. ${NOTIFY_DESCRIPTION}`,
  body: UpdateThreadsWire,
  toAction({ field, value, ...body }) {
    if (!THREAD_MARK_FIELDS.includes(field as ThreadMarkField))
      throw new AppError('malformed', { values: { field: 'field' } });
    const action = actionOfMark(field, value === 0 ? 0 : 1);
    return { ...body, action, kind: 'thread', level: value };
  },
});

addActionCall({
  method: 'post',
  path: '/v1/thread/close',
  right: 'thread.close',
  summary: 'Closes a thread, so that it takes no more replies, or opens it',
  description: NOTIFY_DESCRIPTION,
  body: CloseThreadWire,
  toAction: ({ thread_id, is_closed, ...body }) => ({
    ...body,
    action: is_closed === 1 ? 'close' : 'open',
    kind: 'thread',
    ids: [thread_id],
  }),
});

addActionCall({
  method: 'post',
  path: '/v2/user/threads/move',
  right: 'thread.move',
  summary: 'Moves threads to a forum and one of its themes',
  description: `Without \`theme_id\`, or with 0, the forum’s first theme. The caller moderates where the threads are, and may read where they go. ${NOTIFY_DESCRIPTION}`,
  body: MoveThreadsWire,
  toAction: (body) => ({ ...body, action: 'move', kind: 'thread' }),
});

addActionCall({
  method: 'put',
  path: '/v1/post/update',
  right: 'post.feature',
  summary: 'Features replies, or takes that back',
  description: `\`top\` 1: they stand on the first page of their thread too. ${NOTIFY_DESCRIPTION}`,
  body: UpdatePostsWire,
  toAction: ({ top, ...body }) => ({
    ...body,
    action: top === 1 ? 'feature' : 'unfeature',
    kind: 'reply',
  }),
});

addActionCall({
  method: 'put',
  path: '/v1/post/delete',
  right: 'post.delete',
  summary: 'Deletes replies',
  description: `Floors stay, and say so. When the call returns, no page, feed, search or list shows the text any more. ${NOTIFY_DESCRIPTION}`,
  body: ModerationActionWire,
  toAction: (body) => ({ ...body, action: 'delete', kind: 'reply' }),
});

addActionCall({
  method: 'put',
  path: '/v1/post/comment/delete',
  right: 'comment.delete',
  summary: 'Deletes comments',
  description: NOTIFY_DESCRIPTION,
  body: ModerationActionWire,
  toAction: (body) => ({ ...body, action: 'delete', kind: 'comment' }),
});

addActionCall({
  method: 'post',
  path: '/v1/user/crime',
  right: 'user.ban',
  summary: 'Bans a person (`action` 2), or ends a ban (1)',
  description:
    '`begin_at` and `end_at` are "YYYY-MM-DD" or "YYYY-MM-DD HH:mm:ss" in the community’s time zone; without the first it begins now, without the second somebody has to end it. It ends at `end_at` by itself. With `hide_thread` everything that the person has written is shown as hidden until then, in every public place when the call returns. A new ban replaces one in force. The person keeps reading, and is told `reason`, which a ban needs. Moderators and administrators are banned by administrators alone, administrators by those who have logged in within the last ten minutes (401 `loginAgain`). With `seen`, the ban in force that the caller knew of (0 for none), 409 when it is another one by now. `admin` is not used.',
  body: BanRequestWire,
  toAction: ({ user_id, action, reason, hide_thread, begin_at, end_at, seen }) => ({
    action: action === 1 ? 'liftBan' : 'ban',
    kind: 'user',
    ids: [user_id],
    note: reason,
    hide: isFlagSet(hide_thread) ? 1 : 0,
    begin_at,
    end_at,
    seen,
  }),
});

moderationActionRoutes.openapi(
  createRoute({
    method: 'put',
    path: '/v1/thread/delete',
    tags,
    ...requireRight('thread.delete', limitRate('moderate')),
    summary: 'Deletes threads, each with a reason of its own',
    description: `When the call returns, no page, feed, search or list shows it any more. ${NOTIFY_DESCRIPTION}`,
    request: { body: jsonBody(DeleteThreadsWire) },
    responses: actionResponses,
  }),
  async (c) => {
    const deletions = c.req.valid('json').msg.map((item) => ({ id: item.id, ...toReason(item) }));
    return sendActionResult(c, await deleteThreads(getActionContext(c), deletions));
  },
);
