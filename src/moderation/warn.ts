import { AppError } from '#contracts/errors.ts';
import { mayActOn, mayOverrule } from '#contracts/ranks.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { readRanks } from '#domain/user/rank.ts';
import { type Acted, type Acting, act, type Because, type Place } from './act.ts';
import { type Moderator, rankOfModerator } from './moderator.ts';

export interface Warning {
  /** What it is for: a comment, else a reply, else a thread. */
  commentId?: number | undefined;
  postId?: number | undefined;
  threadId?: number | undefined;
  /** Its author, as a check. */
  userId?: number | undefined;
}

const what = statement<
  {
    userId: number;
    forumId: number;
    threadId: number;
    postId: number | null;
  },
  { replyId: number | null; threadId: number | null; commentId: number | null }
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
  where id = :threadId and :replyId::int is null and :commentId::int is null`);
const insert = statement<
  { id: number },
  { userId: number; moderatorId: number; threadId: number; postId: number | null; note: string }
>(
  `
    insert into warning (user_id, moderator_id, thread_id, post_id, note)
    values (:userId, :moderatorId, :threadId, :postId, :note)
    returning id`,
);

/**
 * Warns the author of a thread, a reply or a comment, within an act. Resolves with the warning's
 * number.
 */
export async function warn(
  acting: Acting,
  { commentId, postId: replyId, threadId, userId }: Warning,
): Promise<{ id: number; userId: number }> {
  const { tx, moderator, because } = acting;
  if (because.note === '') throw new AppError('malformed', { values: { field: 'note' } });
  const [about] = await what(tx, {
    replyId: replyId ?? null,
    threadId: threadId ?? null,
    commentId: commentId ?? null,
  });
  if (!about) throw new AppError('notFound');
  if (!moderator.may(about.forumId)) throw new AppError('forbidden');
  if ((userId !== undefined && userId !== about.userId) || about.userId === moderator.userId)
    throw new AppError('malformed', { values: { field: 'user_id' } });
  const rank = (await readRanks(tx, [about.userId])).get(about.userId) ?? 'member';
  if (!mayActOn(rankOfModerator(moderator), rank)) throw new AppError('forbidden');
  const postId = about.postId ?? undefined;
  const [made] = await insert(tx, {
    userId: about.userId,
    moderatorId: moderator.userId,
    threadId: about.threadId,
    postId: about.postId,
    note: because.note,
  });
  const id = made?.id as number;
  acting.log({
    action: 'user.warn',
    target: { user: about.userId },
    forumId: about.forumId,
    detail: { warning: id, thread: about.threadId, post: postId, comment: commentId },
  });
  acting.tellAnyway({
    userId: about.userId,
    act: 'user.warn',
    threadId: about.threadId,
    postId,
    commentId,
  });
  acting.changed(id);
  acting.undoneBy('POST', `/api/v2/moderation/warnings/${id}/withdraw`, {});
  return { id, userId: about.userId };
}

/** Warns an author (R29); they are told in any case. Throws notFound, forbidden, malformed. */
export async function warnAuthor(
  place: Place,
  moderator: Moderator,
  because: Because,
  warning: Warning,
): Promise<Acted & { id: number; userId: number }> {
  let made = { id: 0, userId: 0 };
  const acted = await act(place, moderator, because, async (acting) => {
    made = await warn(acting, warning);
  });
  return { ...acted, ...made };
}

// What it was for may have been purged: administrators can still take it back.
const lock = statement<
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
const withdraw = statement<unknown, { id: number; userId: number }>(
  `update warning set withdrawn_at = now(), withdrawn_by = :userId where id = :id`,
);

/**
 * Takes a warning back: it doesn't count any more. Throws notFound, forbidden, outranked (somebody
 * of a higher rank gave it).
 */
export const withdrawWarning = (
  place: Place,
  moderator: Moderator,
  because: Because,
  id: number,
): Promise<Acted> =>
  act(place, moderator, because, async (acting) => {
    const [was] = await lock(acting.tx, { id });
    if (!was) throw new AppError('notFound');
    if (!moderator.may(was.forumId)) throw new AppError('forbidden');
    const decider =
      (await readRanks(acting.tx, [was.moderatorId])).get(was.moderatorId) ?? 'member';
    if (!mayOverrule(rankOfModerator(moderator), decider)) throw new AppError('outranked');
    if (was.withdrawn) {
      acting.unchanged(id);
      return;
    }
    await withdraw(acting.tx, { id, userId: moderator.userId });
    acting.log({
      action: 'user.unwarn',
      target: { user: was.userId },
      forumId: was.forumId || undefined,
      detail: { warning: id },
    });
    acting.tellAnyway({
      userId: was.userId,
      act: 'user.unwarn',
      threadId: was.threadId ?? undefined,
    });
    acting.changed(id);
  });

const count = statement<{ count: number }, { userId: number }>(
  `select count(*)::int as count from warning where user_id = :userId and withdrawn_at is null`,
);

/** Warnings that count. */
export async function countWarnings(db: Db, userId: number): Promise<number> {
  return (await count(db, { userId }))[0]?.count ?? 0;
}

export interface WarningRow {
  id: number;
  userId: number;
  moderatorId: number;
  moderator: string;
  /** 0 when it was purged. */
  threadId: number;
  postId: number | null;
  subject: string;
  note: string;
  createdAt: Date;
  withdrawnAt: Date | null;
}

const list = statement<WarningRow, { userId: number }>(`
  select
    w.id,
    w.user_id as "userId",
    w.moderator_id as "moderatorId",
    m.nickname as moderator,
    coalesce(w.thread_id, 0) as "threadId",
    w.post_id as "postId",
    coalesce(t.subject, '') as subject,
    w.note,
    w.created_at as "createdAt",
    w.withdrawn_at as "withdrawnAt"
  from warning w
  join "user" m on m.id = w.moderator_id
  left join thread t on t.id = w.thread_id
  where w.user_id = :userId
  order by w.id desc
  limit 100`);

/** Somebody's warnings, the latest first, withdrawn ones included. */
export const readWarnings = (db: Db, userId: number): Promise<WarningRow[]> => list(db, { userId });
