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

const NOTIFY_DESCRIPTION = 'With `is_notify` 1 the author is told, with `note` as the reason.';

/** Shared by the calls of all actions. */
const anyAction = {
  rate: 'moderate',
  errors: {
    403: '`forbidden`: the caller doesn’t moderate there, or may not do this; err_payload names the targets. All of a call happens or nothing.',
    404: '`notFound`: err_payload names what isn’t there',
    409: '`conflict`: somebody else was there before; err_payload names the targets',
  },
} as const;
export const action = {
  ...anyAction,
  reply: ModerationActionReplyWire,
  answers: {
    200: { description: 'What changed, what was so already, and the calls that take it back' },
  },
} as const;

export const ACTION_CALLS = tagged('moderation', {
  'POST /v2/moderation/actions': {
    right: ACTION_RIGHTS,
    summary: 'Performs any action of moderators, or undoes one',
    description: `\`action\`: ${PERFORMED_ACTIONS.join(', ')}. The \`undo\` of a reply is taken as it is. Each action needs its own right, and what the fields beside its targets say. All of it happens or nothing; when the call returns, no page, feed, search or list shows what was taken away. With \`is_notify\` 1 the author is told, with \`note\` as the reason.`,
    body: PerformActionWire,
    ...action,
  },
  'PUT /v1/thread/update': {
    right: ['thread.mark', 'thread.close'],
    summary: 'Pins, features, closes or resolves threads',
    description: `\`field\`: ${THREAD_MARK_FIELDS.join(', ')}. \`value\` is 0 or 1, of pins up to 9: greater comes first. Closing and resolving take the right to close. \`top\` (pinned everywhere) is for those who moderate everywhere. ${NOTIFY_DESCRIPTION}`,
    body: UpdateThreadsWire,
    ...action,
  },
  'POST /v1/thread/close': {
    right: 'thread.close',
    summary: 'Closes a thread, so that it takes no more replies, or opens it',
    description: NOTIFY_DESCRIPTION,
    body: CloseThreadWire,
    ...action,
  },
  'POST /v2/user/threads/move': {
    right: 'thread.move',
    summary: 'Moves threads to a forum and one of its themes',
    description: `Without \`theme_id\`, or with 0, the forum’s first theme. The caller moderates where the threads are, and may read where they go. ${NOTIFY_DESCRIPTION}`,
    body: MoveThreadsWire,
    ...action,
  },
  'PUT /v1/thread/delete': {
    right: 'thread.delete',
    summary: 'Deletes threads, each with a reason of its own',
    description: `When the call returns, no page, feed, search or list shows it any more. ${NOTIFY_DESCRIPTION}`,
    body: DeleteThreadsWire,
    ...action,
  },
  'PUT /v1/post/update': {
    right: 'post.feature',
    summary: 'Features replies, or takes that back',
    description: `\`top\` 1: they stand on the first page of their thread too. ${NOTIFY_DESCRIPTION}`,
    body: UpdatePostsWire,
    ...action,
  },
  'PUT /v1/post/delete': {
    right: 'post.delete',
    summary: 'Deletes replies',
    description: `Floors stay, and say so. When the call returns, no page, feed, search or list shows the text any more. ${NOTIFY_DESCRIPTION}`,
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
    summary: 'Bans a person (`action` 2), or ends a ban (1)',
    description:
      '`begin_at` and `end_at` are "YYYY-MM-DD" or "YYYY-MM-DD HH:mm:ss" in the community’s time zone; without the first it begins now, without the second somebody has to end it. It ends at `end_at` by itself. With `hide_thread` everything that the person has written is shown as hidden until then, in every public place when the call returns. A new ban replaces one in force. The person keeps reading, and is told `reason`, which a ban needs. Moderators and administrators are banned by administrators alone, administrators by those who have logged in within the last ten minutes (401 `loginAgain`). With `seen`, the ban in force that the caller knew of (0 for none), 409 when it is another one by now. `admin` is not used.',
    body: BanRequestWire,
    ...action,
  },
  'POST /v1/thread/warning': {
    right: 'user.warn',
    summary: 'Warns the author of a thread, a reply or a comment, or a person in general',
    description:
      '`note` is what they are told. With a post, `user_id` is optional and must be the author. With `user_id` alone, the person is warned in general, which needs a moderator of all forums. `count` is how many of their warnings count now.',
    body: WarnWire,
    ...anyAction,
    reply: WarnReplyWire,
  },
  'GET /v1/thread/warning/count': {
    right: 'warning.count',
    summary: 'How many warnings of a person count',
    description: 'Withdrawn ones don’t. For the person and for moderators.',
    query: { user_id: requiredId },
    reply: dataReply('WarningCount', int),
    errors: { 403: 'Somebody else’s, and the caller moderates nowhere' },
  },
  'GET /v2/moderation/warnings': {
    right: 'user.warn',
    summary: 'A person’s warnings, the latest first, withdrawn ones included',
    query: { user_id: requiredId },
    reply: WarningsReplyWire,
  },
});
