import type { Db } from '#db/client.ts';
import { inTransaction, statement } from '#db/statement.ts';
import { cacheTag } from '#outbox/cache-tags.ts';
import { INVALIDATION_CHANNEL, urgency } from '#outbox/invalidation.ts';
import { unscheduleReminder } from '../reading/bookmark/set-bookmark.ts';

/* Each step deletes a batch and returns its size, so an interrupted run can resume. */

const ROWS_PER_STEP = 500;

type StepParams = { userId: number };

/** Deletes a batch of a user's rows, using the index on the user. */
const deleteSome = (table: string) =>
  statement<unknown, StepParams>(`
  delete from ${table}
  where ctid = any(array(select ctid from ${table} where user_id = :userId limit ${ROWS_PER_STEP}))
  returning 1`);
const DELETE_SOME = [
  deleteSome('draft'),
  deleteSome('watch'),
  deleteSome('thread_read'),
  deleteSome('forum_read'),
  deleteSome('notification'),
  deleteSome('letter_block'),
  deleteSome('sign_in'),
  deleteSome('session'),
  deleteSome('access_token'),
  deleteSome('recent_content'),
  deleteSome('sent_write'),
  deleteSome('mail_choice'),
  deleteSome('delivery_event'),
  deleteSome('mail'),
  deleteSome('push_subscription'),
  deleteSome('push_choice'),
  deleteSome('user_tag'),
];

const deleteBookmarks = statement<{ id: number; hasReminder: boolean }, StepParams>(`
  delete from bookmark
  where id = any(
    array(
      select id
      from bookmark
      where user_id = :userId
      order by id desc
      limit ${ROWS_PER_STEP}
    )
  )
  returning id, remind_at is not null as "hasReminder"`);

// Locks targets in id order, as adding and removing do. Users count their thread favourites, too.
const deleteFavourites = (target: 'thread' | 'forum', tag: typeof cacheTag.thread) =>
  statement<{ deleted: number }, StepParams>(`
    with found as (
      select id, ${target}_id
      from ${target}_favourite
      where user_id = :userId
      order by ${target}_id
      limit ${ROWS_PER_STEP}
    ),
    locked as materialized (
      select id
      from ${target}
      where id = any(array(select ${target}_id from found))
      order by id
      for update
    ),
    removed as (
      delete from ${target}_favourite
      where id = any(array(select id from found)) and (select count(*) from locked) >= 0
      returning ${target}_id
    ),
    counted as (
      update ${target}
      set favourites_cnt = favourites_cnt - 1
      where id = any(array(select ${target}_id from removed))
      returning id
    ),
    ${
      target === 'thread'
        ? `owner as (
            update "user"
            set favourites_cnt = favourites_cnt - (select count(*) from removed)
            where id = :userId
          ),`
        : ''
    }
    touched as (
      insert into invalidation (tag, urgency)
      select ${tag.sql('id')}, ${urgency.counts}
      from counted
    )
    select
      (select count(*)::int from removed) as deleted,
      notify_after_commit('${INVALIDATION_CHANNEL}', '${urgency.counts}')`);
const deleteThreadFavourites = deleteFavourites('thread', cacheTag.threadCounts);
const deleteForumFavourites = deleteFavourites('forum', cacheTag.forum);

const selectConversation = statement<{ otherId: number }, StepParams>(`
  select other_id as "otherId"
  from conversation
  where user_id = :userId
  order by other_id
  limit 1`);
type PairParams = StepParams & { otherId: number };
const PAIR_SQL = `
  least(sender_id, receiver_id) = least(:userId::int, :otherId::int)
  and greatest(sender_id, receiver_id) = greatest(:userId::int, :otherId::int)`;
const hideLetters = statement<unknown, PairParams>(`
  update letter
  set
    deleted_by_sender = case when sender_id = :userId then now() else deleted_by_sender end,
    deleted_by_receiver = case when receiver_id = :userId then now() else deleted_by_receiver end
  where id = any(
    array(
      select id
      from letter
      where ${PAIR_SQL}
        and case
          when sender_id = :userId then deleted_by_sender is null
          else deleted_by_receiver is null
        end
      order by id desc
      limit ${ROWS_PER_STEP}
    )
  )
  returning 1`);
// Keeps reported private messages for their review.
const purgeLetters = statement<unknown, PairParams>(`
  delete from letter
  where id = any(
    array(
      select id
      from letter
      where ${PAIR_SQL}
        and deleted_by_sender is not null
        and deleted_by_receiver is not null
        and not exists (select from report where letter_id = letter.id)
      order by id desc
      limit ${ROWS_PER_STEP}
    )
  )
  returning 1`);
const deleteConversation = statement<unknown, PairParams>(
  `delete from conversation where user_id = :userId and other_id = :otherId`,
);

/** Clears the IP addresses of the next batch. */
const clearAddressesOf = (table: 'post' | 'comment') =>
  statement<{ last: number | null }, StepParams & { after: number }>(`
    with step as (
      select id, created_ip
      from ${table}
      where user_id = :userId and id > :after
      order by id
      limit ${ROWS_PER_STEP}
    ),
    cleared as (
      update ${table}
      set created_ip = ''
      where id = any(array(select id from step where created_ip <> ''))
    )
    select max(id) as last
    from step`);
const CLEAR_ADDRESSES = [clearAddressesOf('post'), clearAddressesOf('comment')];

async function exhaust(signal: AbortSignal, step: () => Promise<number>): Promise<void> {
  do signal.throwIfAborted();
  while ((await step()) > 0);
}

async function forgetBookmarks(db: Db, userId: number): Promise<number> {
  return inTransaction(db, async (tx) => {
    const deleted = await deleteBookmarks(tx, { userId });
    for (const { id, hasReminder } of deleted)
      if (hasReminder) await unscheduleReminder(tx, { id });
    return deleted.length;
  });
}

/** Hides a user's side of one conversation; the other user keeps the messages. */
async function forgetConversation(db: Db, signal: AbortSignal, userId: number): Promise<number> {
  const [conversation] = await selectConversation(db, { userId });
  if (!conversation) return 0;
  const pair = { userId, otherId: conversation.otherId };
  await exhaust(signal, async () => (await hideLetters(db, pair)).length);
  await exhaust(signal, async () => (await purgeLetters(db, pair)).length);
  await deleteConversation(db, pair);
  return 1;
}

export async function forgetBelongings(db: Db, signal: AbortSignal, userId: number): Promise<void> {
  for (const deleteNext of DELETE_SOME)
    await exhaust(signal, async () => (await deleteNext(db, { userId })).length);
  await exhaust(signal, () => forgetBookmarks(db, userId));
  for (const deleteNext of [deleteThreadFavourites, deleteForumFavourites])
    await exhaust(signal, async () => (await deleteNext(db, { userId }))[0]?.deleted ?? 0);
  await exhaust(signal, () => forgetConversation(db, signal, userId));
  for (const clearNext of CLEAR_ADDRESSES)
    for (let after: number | null = 0; after !== null; ) {
      signal.throwIfAborted();
      after = (await clearNext(db, { userId, after }))[0]?.last ?? null;
    }
}
