import type { ThreadLanguage } from '#contracts/language.ts';
import { CREDITS_PER_REPLY, REPLIES_PER_PAGE } from '#contracts/limits.ts';
import type { ListMove } from '#contracts/list-orders.ts';
import { PAGE_COUNT_STEPS } from '#contracts/thread-page-count.ts';
import { statement } from '#db/statement.ts';
import { cacheTag, floorPageTagSql } from '#outbox/cache-tags.ts';
import { INVALIDATION_CHANNEL, urgency } from '#outbox/invalidation.ts';
import { notifyRecipientsSql, type Recipients } from '../../delivery/notification/notify-users.ts';
import { levelSql } from '../../shared/level-sql.ts';
import { getMovedLists } from '../../shared/thread-invalidations.ts';
import { isShownSql } from '../../shared/visibility.ts';
import { storeKeySql } from '../../shared/write-once.ts';
import { isDraftVersionSql } from '../draft/save.ts';
import { heatSql } from '../thread/heat.ts';
import { claimContentSql, type StoredMessage } from './claim-content.ts';

/** The locked thread; no row if it is closed or not shown. */
const LOCK_THREAD = `
  select id
  from thread
  where id = :threadId and ${isShownSql('thread')} and not closed
  for no key update`;
const RESERVE_POST_ID = `
  select nextval(pg_get_serial_sequence('post', 'id'))::int as id
  from fresh`;
const UPDATE_THREAD = `
  update thread
  set
    last_floor = last_floor + 1,
    replies_cnt = replies_cnt + :checked::bool::int,
    last_post_id = case when :checked then given.id else last_post_id end,
    last_user_id = case when :checked then :userId else last_user_id end,
    last_reply_at = case when :checked then now() else last_reply_at end,
    hot = ${heatSql('created_at', { replies: '(replies_cnt + :checked::bool::int)' })}
  from given
  where thread.id = :threadId
  returning given.id as post_id, thread.id, forum_id, last_floor, language`;
const INSERT_POST = `
  insert into post (
    id,
    thread_id,
    forum_id,
    user_id,
    floor,
    source,
    html,
    policy,
    excerpt,
    content_hash,
    quote_post_id,
    quote_user_id,
    images_cnt,
    created_ip,
    checked
  )
  select
    post_id,
    id,
    forum_id,
    :userId,
    last_floor,
    :source,
    :html,
    :policy,
    :excerpt,
    :contentHash,
    :quotePostId,
    :quoteAuthor,
    :images,
    :ip,
    :checked
  from changed
  returning id`;
/** Links the uploaded pictures that the reply shows. */
const INSERT_POST_UPLOADS = `
  insert into post_upload (post_id, upload_id)
  select post_id, upload.id
  from changed, upload
  where upload.id = any(:uploads::int[])`;
const UPDATE_FORUM = `
  update forum
  set posts_cnt = posts_cnt + 1
  from today
  where forum.id = today.forum_id`;
const UPSERT_FORUM_DAY = `
  insert into forum_day (forum_id, day, replies)
  select forum_id, (now() at time zone :timeZone)::date, 1
  from author
  on conflict (forum_id, day) do update set replies = forum_day.replies + 1
  returning forum_id`;
const UPDATE_AUTHOR = `
  update "user"
  set
    posts_cnt = posts_cnt + 1,
    credits = credits + ${CREDITS_PER_REPLY},
    level_id = ${levelSql('level_id', `credits + ${CREDITS_PER_REPLY}`)}
  from changed
  where :checked and "user".id = :userId
  returning changed.forum_id`;
const NOTIFY_RECIPIENTS = notifyRecipientsSql('changed', {
  thread: 'changed.id',
  forum: 'changed.forum_id',
  post: 'changed.post_id',
});
/** Queues the reply for the notification of watchers. */
const INSERT_UNTOLD = `
  insert into unannounced_post (post_id, notified)
  select post_id, :receiverIds::int[]
  from changed
  where :checked`;
/** Queues a reply for review, with the notifications to send after it. */
const INSERT_HELD = `
  insert into held (post_id, reason, receivers, kinds)
  select post_id, :holdReason, :receiverIds::int[], :receiverKinds::text[]
  from changed
  where not :checked`;
/** Deletes the sent draft, unless another device has changed it since. */
const DELETE_DRAFT = `
  delete from draft
  using changed
  where draft.id = :draftId::int
    and draft.user_id = :userId
    and ${isDraftVersionSql(':draftBase', ':draftWriter')}`;
const WAKES = [urgency.post, urgency.list, urgency.counts].join();
/** Floors that open a page at which middle pages change. */
const STEP_FLOORS = PAGE_COUNT_STEPS.map((pages) => pages * REPLIES_PER_PAGE + 1);
const PAGE_TAG = floorPageTagSql('id', 'last_floor');
const NEW_PAGE_TAG = floorPageTagSql('id', 'last_floor', cacheTag.newThreadPage);
/** Tags of the lists that the move changes, as in getListTags. */
const listTagRows = (move: ListMove, value: number): string =>
  getMovedLists(move)
    .flatMap((list) => [
      `('${cacheTag.threadList(0, list)}', ${value})`,
      `(${cacheTag.threadList.sql('forum_id', `'${list}'`)}, ${value})`,
    ])
    .join(', ');
/**
 * Tags of the pages that the reply changes, with the urgencies and tags of
 * getMovedListInvalidations and cacheTag. The reply that opens a page requests its first rendering.
 */
const INSERT_INVALIDATIONS = `
  insert into invalidation (tag, urgency)
  select tag, urgency
  from changed,
    lateral (
      values
        (${PAGE_TAG}, ${urgency.post}),
        (${cacheTag.threadRow.sql('id')}, ${urgency.list}),
        ${listTagRows('activity', urgency.list)},
        (${cacheTag.threadCounts.sql('id')}, ${urgency.counts}),
        ${listTagRows('popularity', urgency.counts)},
        (${cacheTag.today.sql()}, ${urgency.counts}),
        (${cacheTag.userPage.sql(':userId::int')}, ${urgency.counts})
    ) as tags(tag, urgency)
  where :checked or urgency = ${urgency.post}
  union all
  select tag, ${urgency.post}
  from changed,
    lateral (values (${cacheTag.threadPages.sql('id')}), (${NEW_PAGE_TAG})) as opened(tag)
  where last_floor > ${REPLIES_PER_PAGE} and last_floor % ${REPLIES_PER_PAGE} = 1
  union all
  select ${cacheTag.threadPagesStep.sql('id')}, ${urgency.counts}
  from changed
  where last_floor = any ('{${STEP_FLOORS.join()}}')`;

/**
 * One statement for the most frequent write: each round trip would double its cost. Locks are in
 * the order thread, user, day, forum, as in all writes. PostgreSQL promises no order between parts,
 * so each part reads rows that the one before returns. No row, and nothing written: the content is
 * a repetition, or the thread is closed.
 */
export const insertReply = statement<
  { id: number; floor: number; forumId: number; language: ThreadLanguage },
  StoredMessage &
    Recipients & {
      threadId: number;
      userId: number;
      quotePostId: number | null | undefined;
      quoteAuthor: number | null;
      images: number;
      ip: string;
      timeZone: string;
      /** Ids of its uploaded pictures. */
      uploads: readonly number[];
      /** False if pending review: it takes a floor, but counts nowhere. */
      checked: boolean;
      /** Why it is pending review, or ''. */
      holdReason: string;
      /** The sent draft by id and version; null and '' without one on the server. */
      draftId: number | null;
      draftBase: string;
      draftWriter: string;
      /** Idempotency key; see writeOnce. */
      key: string | null;
    }
>(`
  with open_thread as (${LOCK_THREAD}),
  fresh as (${claimContentSql(':contentHash', 'open_thread')}),
  given as materialized (${RESERVE_POST_ID}),
  changed as (${UPDATE_THREAD}),
  written as (${INSERT_POST}),
  shows as (${INSERT_POST_UPLOADS}),
  author as (${UPDATE_AUTHOR}),
  today as (${UPSERT_FORUM_DAY}),
  in_forum as (${UPDATE_FORUM}),
  ${NOTIFY_RECIPIENTS},
  untold as (${INSERT_UNTOLD}),
  pending as (${INSERT_HELD}),
  sent as (${DELETE_DRAFT}),
  stored_key as (${storeKeySql('post', 'post_id', 'changed')}),
  touched as (${INSERT_INVALIDATIONS})
  select
    post_id as id,
    last_floor as floor,
    forum_id as "forumId",
    language,
    notify_after_commit('${INVALIDATION_CHANNEL}', '${WAKES}')
  from changed`);
