import { AppError } from '#contracts/errors.ts';
import type { Db } from '#db/client.ts';
import { inTransaction, statement } from '#db/statement.ts';
import { cacheTag } from '#outbox/cache-tags.ts';
import { invalidate, toInvalidations, urgency } from '#outbox/invalidation.ts';
import { forumReadableSql } from '../../shared/forum-access.ts';
import { toReaderGroupId, type Viewer } from '../../shared/viewer.ts';

interface LockedPoll {
  state: string;
  checked: boolean;
  readable: boolean;
  maxChoices: number;
  expired: boolean;
  changeable: boolean;
  optionIds: number[];
}

// Locks the poll's row, so two votes of a user, or a vote and the poll's end, are sequential.
const lockPoll = statement<LockedPoll, { threadId: number; reader: number | null }>(`
  select
    t.state,
    t.checked,
    ${forumReadableSql('f', ':reader')} as readable,
    p.max_choices as "maxChoices",
    p.expires_at <= clock_timestamp() as expired,
    p.changeable,
    array(select id from poll_option where thread_id = p.thread_id) as "optionIds"
  from poll p
  join thread t on t.id = p.thread_id
  join forum f on f.id = t.forum_id
  where p.thread_id = :threadId
  for update of p`);
const insertVote = statement<
  { threadId: number },
  { threadId: number; userId: number; options: readonly number[] }
>(`
  insert into poll_vote (thread_id, user_id, option_ids)
  values (:threadId, :userId, :options::int[])
  on conflict do nothing
  returning thread_id as "threadId"`);
const countVote = statement<unknown, { threadId: number; options: readonly number[] }>(`
  with voted as (
    update poll
    set voters_cnt = voters_cnt + 1
    where thread_id = :threadId
  )
  update poll_option
  set votes_cnt = votes_cnt + 1
  where thread_id = :threadId and id = any(:options::int[])`);
// An option that stays chosen keeps its vote.
const changeVote = statement<
  unknown,
  { threadId: number; userId: number; options: readonly number[] }
>(`
  with before as (
    select option_ids as ids
    from poll_vote
    where thread_id = :threadId and user_id = :userId
  ),
  voted as (
    update poll_vote
    set option_ids = :options::int[]
    where thread_id = :threadId and user_id = :userId
  )
  update poll_option
  set votes_cnt = votes_cnt + case when id = any(:options::int[]) then 1 else -1 end
  from before
  where thread_id = :threadId
    and (id = any(:options::int[])) <> (id = any(before.ids))`);

/**
 * Votes in a poll, or changes the vote if the author allowed that (R26). Throws notFound (no
 * visible poll), notAcceptable (its thread was deleted), expired, limit (no option or too many),
 * malformed (another poll's option), voted (already voted).
 */
export async function voteInPoll(
  db: Db,
  viewer: Viewer,
  threadId: number,
  optionIds: readonly number[],
): Promise<void> {
  const chosen = [...new Set(optionIds)];
  await inTransaction(db, async (tx) => {
    const [poll] = await lockPoll(tx, { threadId, reader: toReaderGroupId(viewer) });
    if (!poll?.readable) throw new AppError('notFound');
    if (poll.state !== 'normal' || !poll.checked) throw new AppError('notAcceptable');
    if (poll.expired) throw new AppError('expired');
    if (chosen.some((id) => !poll.optionIds.includes(id)))
      throw new AppError('malformed', { values: { field: 'polloptionid' } });
    if (chosen.length === 0 || chosen.length > poll.maxChoices) throw new AppError('limit');
    const [voted] = await insertVote(tx, { threadId, userId: viewer.userId, options: chosen });
    if (!voted && !poll.changeable) throw new AppError('voted');
    await (voted ? countVote : changeVote)(tx, {
      threadId,
      userId: viewer.userId,
      options: chosen,
    });
    await invalidate(tx, toInvalidations(urgency.counts, cacheTag.threadCounts(threadId)));
  });
}

const selectVote = statement<{ chosen: number[] }, { threadId: number; userId: number }>(
  `select option_ids as chosen from poll_vote where thread_id = :threadId and user_id = :userId`,
);

/** The options that a user voted for; undefined without a vote. */
export async function readVote(
  db: Db,
  userId: number,
  threadId: number,
): Promise<number[] | undefined> {
  return (await selectVote(db, { threadId, userId }))[0]?.chosen;
}
