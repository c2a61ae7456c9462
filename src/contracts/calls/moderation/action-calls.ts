import { ACTION_RIGHTS, PERFORMED_ACTIONS, THREAD_MARK_FIELDS } from '../../moderation-actions.ts';
import { dataReply, int } from '../../wire/field-types.ts';
import {
  BanRequestWire,
  CloseThreadWire,
  DeleteThreadsWire,
  ModerationActionReplyWire,
  ModerationActionWire,
  MoveThreadsWire,
  PerformActionWire,
  UpdatePostsWire,
  UpdateThreadsWire,
  WarningsReplyWire,
  WarnReplyWire,
  WarnWire,
} from '../../wire/moderation.ts';
import { tagged } from '../call-spec.ts';
import { requiredId } from '../params.ts';

const NOTIFY_DESCRIPTION = '`is_notify` 1 notifies the author, with `note` as the reason.';

/** Shared by the calls of all actions. */
const anyAction = {
  rate: 'moderate',
  errors: {
    403: '`forbidden`: the caller doesn’t moderate the forum or lacks the right; err_payload names the targets. If one target fails, none is changed.',
    404: '`notFound`: err_payload names the missing targets',
    409: '`conflict`: another moderator changed it first; err_payload names the targets',
  },
} as const;
export const action = {
  ...anyAction,
  reply: ModerationActionReplyWire,
  answers: {
    200: {
      description: 'The changed targets, the unchanged targets, and the calls that undo the change',
    },
  },
} as const;

export const ACTION_CALLS = tagged('moderation', {
  'POST /v2/moderation/actions': {
    right: ACTION_RIGHTS,
    summary: 'Performs any moderator action, or undoes one',
    description: `\`action\`: ${PERFORMED_ACTIONS.join(', ')}. The \`undo\` of a reply can be sent unchanged. Each action needs its own right and its own fields in addition to the targets. If one target fails, none is changed. When the call returns, no page, feed, search or list shows removed content. ${NOTIFY_DESCRIPTION}`,
    body: PerformActionWire,
    ...action,
  },
  'PUT /v1/thread/update': {
    right: ['thread.mark', 'thread.close'],
    summary: 'Pins, highlights, locks or resolves threads',
    description: `\`field\`: ${THREAD_MARK_FIELDS.join(', ')}. \`value\` is 0 or 1, for pins up to 9: greater values come first. Locking and resolving need the right \`thread.close\`. \`top\` (pinned everywhere) needs a moderator of all forums. ${NOTIFY_DESCRIPTION}`,
    body: UpdateThreadsWire,
    ...action,
  },
  'POST /v1/thread/close': {
    right: 'thread.close',
    summary: 'Locks a thread against replies, or unlocks it',
    description: NOTIFY_DESCRIPTION,
    body: CloseThreadWire,
    ...action,
  },
  'POST /v2/user/threads/move': {
    right: 'thread.move',
    summary: 'Moves threads to a forum and one of its categories',
    description: `Without \`theme_id\`, or with 0, uses the first category of the forum. The caller must moderate the current forum and may read the target forum. ${NOTIFY_DESCRIPTION}`,
    body: MoveThreadsWire,
    ...action,
  },
  'PUT /v1/thread/delete': {
    right: 'thread.delete',
    summary: 'Deletes threads, each with its own reason',
    description: `When the call returns, no page, feed, search or list shows them. ${NOTIFY_DESCRIPTION}`,
    body: DeleteThreadsWire,
    ...action,
  },
  'PUT /v1/post/update': {
    right: 'post.feature',
    summary: 'Features replies, or undoes it',
    description: `\`top\` 1 also shows them on the first page of their thread. ${NOTIFY_DESCRIPTION}`,
    body: UpdatePostsWire,
    ...action,
  },
  'PUT /v1/post/delete': {
    right: 'post.delete',
    summary: 'Deletes replies',
    description: `Their floors remain, marked as deleted. When the call returns, no page, feed, search or list shows the text. ${NOTIFY_DESCRIPTION}`,
    body: ModerationActionWire,
    ...action,
  },
  'PUT /v1/post/comment/delete': {
    right: 'comment.delete',
    summary: 'Deletes comments',
    description: NOTIFY_DESCRIPTION,
    body: ModerationActionWire,
    ...action,
  },
  'POST /v1/user/crime': {
    right: 'user.ban',
    summary: 'Bans a member (`action` 2), or ends a ban (1)',
    description:
      '`begin_at` and `end_at` are "YYYY-MM-DD" or "YYYY-MM-DD HH:mm:ss" in the community’s time zone. Without `begin_at` the ban begins now. Without `end_at` it is permanent. `hide_thread` shows all content of the member as hidden until the ban ends; it applies to all public pages when the call returns. A new ban replaces the current one. The member can still read, and is notified of `reason`, which is required. Only administrators ban moderators and administrators. Banning an administrator needs a login within the last ten minutes (401 `loginAgain`). `seen` is the id of the ban known to the caller (0 for none); if it is outdated, the call returns 409. `admin` is ignored.',
    body: BanRequestWire,
    ...action,
  },
  'POST /v1/thread/warning': {
    right: 'user.warn',
    summary: 'Warns the author of a thread, a reply or a comment, or a member in general',
    description:
      '`note` is the text for the member. With a post, `user_id` is optional and must be its author. `user_id` without a post warns the member in general, which needs a moderator of all forums. `count` is the number of the member’s active warnings.',
    body: WarnWire,
    ...anyAction,
    reply: WarnReplyWire,
  },
  'GET /v1/thread/warning/count': {
    right: 'warning.count',
    summary: 'Counts the active warnings of a member',
    description: 'Withdrawn warnings don’t count. Members get only their own number.',
    query: { user_id: requiredId },
    reply: dataReply('WarningCount', int),
    errors: { 403: 'The caller is neither this member nor a moderator' },
  },
  'GET /v2/moderation/warnings': {
    right: 'user.warn',
    summary: 'Lists a member’s warnings, latest first, including withdrawn ones',
    query: { user_id: requiredId },
    reply: WarningsReplyWire,
  },
});
