import { CREDITS_PER_THREAD } from '#contracts/limits.ts';
import { statement } from '#db/statement.ts';
import { levelSql } from '../../shared/level-sql.ts';
import type { StoredMessage } from '../post/claim-content.ts';
import { heatSql } from './heat.ts';

const RESERVE_IDS = `
  select
    nextval(pg_get_serial_sequence('thread', 'id'))::int as thread_id,
    nextval(pg_get_serial_sequence('post', 'id'))::int as post_id`;
const INSERT_THREAD = `
  insert into thread (
    id,
    forum_id,
    theme_id,
    user_id,
    subject,
    excerpt,
    language,
    has_poll,
    images_cnt,
    first_post_id,
    last_post_id,
    last_user_id,
    hot,
    checked
  )
  select
    thread_id,
    :forumId,
    :themeId,
    :userId,
    :subject,
    :excerpt,
    :language,
    :poll,
    :images,
    post_id,
    post_id,
    :userId,
    ${heatSql('now()', { replies: '0', likes: '0', views: '0' })},
    :checked
  from given
  returning id, first_post_id`;
const INSERT_FIRST_POST = `
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
    images_cnt,
    created_ip,
    checked
  )
  select
    first_post_id,
    id,
    :forumId,
    :userId,
    0,
    :source,
    :html,
    :policy,
    :excerpt,
    :contentHash,
    :images,
    :ip,
    :checked
  from added`;
/** Queues a thread for review, with the mentions to notify later. */
const INSERT_HELD = `
  insert into held (post_id, reason, receivers, kinds)
  select
    first_post_id,
    :holdReason,
    :mentions::int[],
    array_fill('mention'::text, array[cardinality(:mentions::int[])])
  from added
  where not :checked`;
const UPDATE_FORUM = `
  update forum
  set
    threads_cnt = threads_cnt + 1,
    posts_cnt = posts_cnt + 1,
    english_cnt = english_cnt + (:language = 'en_US')::int
  from today
  where id = today.forum_id`;
const UPSERT_FORUM_DAY = `
  insert into forum_day (forum_id, day, threads)
  select :forumId, (now() at time zone :timeZone)::date, 1
  from kind
  on conflict (forum_id, day) do update set threads = forum_day.threads + 1
  returning forum_id`;
const UPDATE_THEME = `
  update theme
  set threads_cnt = theme.threads_cnt + 1
  from author
  where theme.id = :themeId
  returning theme.id`;
const UPDATE_AUTHOR = `
  update "user"
  set
    threads_cnt = threads_cnt + 1,
    posts_cnt = posts_cnt + 1,
    credits = credits + ${CREDITS_PER_THREAD},
    level_id = ${levelSql('level_id', `credits + ${CREDITS_PER_THREAD}`)}
  where :checked and id = :userId
  returning id`;

/** Queues the notification of watchers. */
const INSERT_PENDING_NEWS = `
  insert into unannounced_post (post_id, notified)
  select first_post_id, :mentions::int[]
  from added
  where :checked`;

/** Lock order of all writes: user, theme, day, forum. Each part reads the previous part's row. */
export const insertThread = statement<
  { id: number; postId: number },
  StoredMessage & {
    forumId: number;
    themeId: number;
    userId: number;
    subject: string;
    language: string;
    poll: boolean;
    images: number;
    ip: string;
    timeZone: string;
    /** Threads pending review aren't counted. */
    checked: boolean;
    holdReason: string;
    mentions: readonly number[];
  }
>(`
  with given as materialized (${RESERVE_IDS}),
  added as (${INSERT_THREAD}),
  first_post as (${INSERT_FIRST_POST}),
  pending_news as (${INSERT_PENDING_NEWS}),
  queued as (${INSERT_HELD}),
  author as (${UPDATE_AUTHOR}),
  kind as (${UPDATE_THEME}),
  today as (${UPSERT_FORUM_DAY}),
  in_forum as (${UPDATE_FORUM})
  select id, first_post_id as "postId"
  from added`);
