import { requireActor } from '#auth/guards.ts';
import { readModerationScope } from '#auth/moderation-scope.ts';
import { AppError } from '#contracts/errors.ts';
import {
  actionOfMark,
  THREAD_MARK_FIELDS,
  type ThreadMarkField,
} from '#contracts/moderation-actions.ts';
import type { PerformActionWire } from '#contracts/wire/moderation.ts';
import { countWarnings, readWarnings } from '#domain/people/warnings.ts';
import { deleteThreads } from '#moderation/thread-states.ts';
import { warnUser } from '#moderation/warnings.ts';
import { answerCalls } from '../../http/answer-calls.ts';
import type { ApiContext } from '../../http/context.ts';
import {
  completeAction,
  getActionContext,
  isFlagSet,
  toReason,
  toUndoWire,
} from '../../http/moderation-action.ts';
import { performAction } from './perform-action.ts';

/* The general action call, deployed clients' calls for some actions, and warnings (R29). */

const perform = async (c: ApiContext, action: PerformActionWire) =>
  completeAction(c, await performAction(c, action));

export const moderationActionRoutes = answerCalls({
  'POST /v2/moderation/actions': (c, { body }) => perform(c, body),

  'PUT /v1/thread/update': (c, { body: { field, value, ...body } }) => {
    if (!THREAD_MARK_FIELDS.includes(field as ThreadMarkField))
      throw new AppError('malformed', { values: { field: 'field' } });
    const action = actionOfMark(field, value === 0 ? 0 : 1);
    return perform(c, { ...body, action, kind: 'thread', level: value });
  },

  'POST /v1/thread/close': (c, { body: { thread_id, is_closed, ...body } }) =>
    perform(c, {
      ...body,
      action: is_closed === 1 ? 'close' : 'open',
      kind: 'thread',
      ids: [thread_id],
    }),

  'POST /v2/user/threads/move': (c, { body }) =>
    perform(c, { ...body, action: 'move', kind: 'thread' }),

  'PUT /v1/post/update': (c, { body: { top, ...body } }) =>
    perform(c, { ...body, action: top === 1 ? 'feature' : 'unfeature', kind: 'reply' }),

  'PUT /v1/post/delete': (c, { body }) => perform(c, { ...body, action: 'delete', kind: 'reply' }),

  'PUT /v1/post/comment/delete': (c, { body }) =>
    perform(c, { ...body, action: 'delete', kind: 'comment' }),

  'POST /v1/user/crime': (
    c,
    { body: { user_id, action, reason, hide_thread, begin_at, end_at, seen } },
  ) =>
    perform(c, {
      action: action === 1 ? 'liftBan' : 'ban',
      kind: 'user',
      ids: [user_id],
      note: reason,
      hide: isFlagSet(hide_thread) ? 1 : 0,
      begin_at,
      end_at,
      seen,
    }),

  'PUT /v1/thread/delete': async (c, { body }) => {
    const deletions = body.msg.map((item) => ({ id: item.id, ...toReason(item) }));
    return completeAction(c, await deleteThreads(getActionContext(c), deletions));
  },

  'POST /v1/thread/warning': async (
    c,
    { db, body: { thread_id, post_id, comment_id, user_id, note } },
  ) => {
    const { id, userId, undo } = await warnUser(getActionContext(c, { note }), {
      threadId: thread_id || undefined,
      postId: post_id || undefined,
      commentId: comment_id || undefined,
      userId: user_id || undefined,
    });
    return { id, count: await countWarnings(db, userId), undo: undo.map(toUndoWire) };
  },

  'GET /v1/thread/warning/count': async (c, { db, query: { user_id } }) => {
    const actor = requireActor(c);
    const reach = await readModerationScope(db, actor);
    if (actor.userId !== user_id && !reach.isGlobal && reach.forums.length === 0)
      throw new AppError('forbidden');
    return countWarnings(db, user_id);
  },

  'GET /v2/moderation/warnings': (_, { db, query }) => readWarnings(db, { userId: query.user_id }),
});
