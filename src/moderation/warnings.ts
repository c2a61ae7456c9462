import { AppError } from '#contracts/errors.ts';
import { mayActOn } from '#contracts/ranks.ts';
import { statement } from '#db/statement.ts';
import { readRank } from '#domain/people/rank.ts';
import { NO_FORUM_ID } from './hide-letter.ts';
import {
  type ActionContext,
  type ActionResult,
  type ModerationTransaction,
  runModerationAction,
} from './moderation-action.ts';
import { getModeratorRank, requireMayOverrule } from './moderator.ts';

export interface WarningTarget {
  /** The occasion: a comment, else a reply, else a thread. */
  commentId?: number | undefined;
  postId?: number | undefined;
  threadId?: number | undefined;
  /** A reported private message; takes precedence. */
  letter?: { id: number; senderId: number } | undefined;
  /** The expected author; without any post, the user of a general warning. */
  userId?: number | undefined;
}

const selectWarningTarget = statement<
  { userId: number; forumId: number; threadId: number | null; postId: number | null },
  {
    replyId: number | null;
    threadId: number | null;
    commentId: number | null;
    /** The user of a general warning; null if there is a post. */
    generalUserId: number | null;
  }
>(`
  select c.user_id as "userId", p.forum_id as "forumId", p.thread_id as "threadId", p.id as "postId"
  from comment c
  join post p on p.id = c.post_id
  where c.id = :commentId
  union all
  select user_id, forum_id, thread_id, id
  from post
  where id = :replyId and :commentId::int is null
  union all
  select user_id, forum_id, id, null
  from thread
  where id = :threadId and :replyId::int is null and :commentId::int is null
  union all
  select id, ${NO_FORUM_ID}, null, null
  from "user"
  where id = :generalUserId`);
const insertWarning = statement<
  { id: number },
  {
    userId: number;
    moderatorId: number;
    threadId: number | null;
    postId: number | null;
    note: string;
  }
>(
  `
    insert into warning (user_id, moderator_id, thread_id, post_id, note)
    values (:userId, :moderatorId, :threadId, :postId, :note)
    returning id`,
);

/**
 * Warns the author of a thread, reply or comment, or a user in general, inside a moderation action.
 * A general warning belongs to no forum, so it needs a global moderator.
 */
export async function warnInTransaction(
  transaction: ModerationTransaction,
  { commentId, postId: replyId, threadId, letter, userId }: WarningTarget,
): Promise<{ id: number; userId: number }> {
  const { tx, moderator, reason } = transaction;
  if (reason.note === '') throw new AppError('malformed', { values: { field: 'note' } });
  const isGeneral = !letter && (commentId ?? replyId ?? threadId) === undefined;
  const [target] = letter
    ? [{ userId: letter.senderId, forumId: NO_FORUM_ID, threadId: null, postId: null }]
    : await selectWarningTarget(tx, {
        replyId: replyId ?? null,
        threadId: threadId ?? null,
        commentId: commentId ?? null,
        generalUserId: isGeneral ? (userId ?? null) : null,
      });
  if (!target) throw new AppError('notFound');
  if (!moderator.mayModerate(target.forumId)) throw new AppError('forbidden');
  if ((userId !== undefined && userId !== target.userId) || target.userId === moderator.userId)
    throw new AppError('malformed', { values: { field: 'user_id' } });
  if (!mayActOn(getModeratorRank(moderator), await readRank(tx, target.userId)))
    throw new AppError('forbidden');
  const postId = target.postId ?? undefined;
  const [made] = await insertWarning(tx, {
    userId: target.userId,
    moderatorId: moderator.userId,
    threadId: target.threadId,
    postId: target.postId,
    note: reason.note,
  });
  const id = made?.id as number;
  transaction.log({
    action: 'user.warn',
    target: { user: target.userId },
    forumId: target.forumId || undefined,
    detail: letter
      ? { warning: id, letter: letter.id }
      : { warning: id, thread: target.threadId, post: postId, comment: commentId },
  });
  transaction.notifyAlways({
    userId: target.userId,
    act: letter ? 'user.warn.letter' : isGeneral ? 'user.warn.general' : 'user.warn',
    threadId: target.threadId ?? undefined,
    postId,
    commentId,
  });
  transaction.addChanged(id);
  transaction.addUndo({ action: 'withdrawWarning', kind: 'warning', ids: [id] });
  return { id, userId: target.userId };
}

/** Warns an author or user (R29), and notifies them. Throws notFound, forbidden, malformed. */
export async function warnUser(
  context: ActionContext,
  warning: WarningTarget,
): Promise<ActionResult & { id: number; userId: number }> {
  let made = { id: 0, userId: 0 };
  const acted = await runModerationAction(context, async (transaction) => {
    made = await warnInTransaction(transaction, warning);
  });
  return { ...acted, ...made };
}

// The occasion may have been purged: administrators can still withdraw the warning.
const lockWarning = statement<
  {
    userId: number;
    moderatorId: number;
    threadId: number | null;
    forumId: number;
    withdrawn: boolean;
  },
  { id: number }
>(`
  select
    w.user_id as "userId",
    w.moderator_id as "moderatorId",
    w.thread_id as "threadId",
    coalesce(t.forum_id, 0) as "forumId",
    w.withdrawn_at is not null as withdrawn
  from warning w
  left join thread t on t.id = w.thread_id
  where w.id = :id
  for update of w`);
const updateWithdrawn = statement<unknown, { id: number; userId: number }>(
  `update warning set withdrawn_at = now(), withdrawn_by = :userId where id = :id`,
);

/** Withdraws a warning. Throws notFound, forbidden, outranked (given by a higher rank). */
export const withdrawWarning = (context: ActionContext, id: number): Promise<ActionResult> =>
  runModerationAction(context, async (transaction) => {
    const [was] = await lockWarning(transaction.tx, { id });
    if (!was) throw new AppError('notFound');
    if (!context.moderator.mayModerate(was.forumId)) throw new AppError('forbidden');
    await requireMayOverrule(transaction.tx, context.moderator, [was.moderatorId]);
    if (was.withdrawn) {
      transaction.addUnchanged(id);
      return;
    }
    await updateWithdrawn(transaction.tx, { id, userId: context.moderator.userId });
    transaction.log({
      action: 'user.unwarn',
      target: { user: was.userId },
      forumId: was.forumId || undefined,
      detail: { warning: id },
    });
    transaction.notifyAlways({
      userId: was.userId,
      act: was.threadId === null ? 'user.unwarn.general' : 'user.unwarn',
      threadId: was.threadId ?? undefined,
    });
    transaction.addChanged(id);
  });
