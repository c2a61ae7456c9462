import { NOTIFICATION_KINDS } from '#contracts/notifications.ts';
import { joinByKeySql, joinRowsSql } from '#db/by-key-sql.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { forumReadableSql, READER_GROUP_SQL } from '../../shared/forum-access.ts';
import { isShownSql } from '../../shared/visibility.ts';
import { notifySql } from '../events.ts';
import { GROUP_NOTIFICATIONS_SQL } from '../notification/group-sql.ts';
import { wantsKindSql } from '../notification/notify-users.ts';

/* Posts insert into unannounced_post, so that writers don't wait for notifications. */

/** Attempts per post. */
const MAX_TRIES = 5;
/** Posts per batch, and milliseconds after which the rest is left to the next batch. */
const POSTS_AT_ONCE = 20;
const MAX_ROUND_MS = 200;

const listPending = statement<{ postId: number }>(`
  select post_id as "postId"
  from unannounced_post
  order by tries, post_id
  limit ${POSTS_AT_ONCE}`);
const countFailure = statement<unknown, { postId: number }>(`
  with tried as (
    update unannounced_post
    set tries = tries + 1
    where post_id = :postId and tries + 1 < ${MAX_TRIES}
    returning 1
  )
  delete from unannounced_post
  where post_id = :postId and not exists (select from tried)`);

/** Takes the row unless another process has it. After a crash, it may notify again. */
const TAKE_PENDING = `
  delete from unannounced_post
  where post_id = (
    select post_id
    from unannounced_post
    where post_id = :postId
    for update skip locked
  )
  returning post_id, notified, set_config('synchronous_commit', 'off', true)`;
/** The post, if it is shown. */
const SELECT_NEWS = `
  select
    p.id,
    p.floor,
    p.user_id,
    t.id as thread_id,
    f.id as forum_id,
    f.section_id,
    taken.notified,
    case when p.floor = 0 then 'newThread' else 'watch' end as kind
  from taken
  join post p on p.id = taken.post_id
  join thread t on t.id = p.thread_id
  join forum f on f.id = t.forum_id
  where ${isShownSql('p')} and ${isShownSql('t')}`;
const watchersOf = (kind: string, target: string): string => `
  select w.user_id
  from news
  ${joinRowsSql(
    'watch',
    'w',
    `kind = '${kind}'
      and target_id = news.${target}
      and (level = 'all' or level = 'threads' and news.floor = 0)`,
  )}`;
/** Level of one user for the post; null if not watched. */
const levelOf = (kind: string, target: string): string => `
  (
    select w.level
    from watch w
    where w.user_id = u.id and w.kind = '${kind}' and w.target_id = news.${target}
  )`;
const notifiesOf = (level: string): string =>
  `(${level} = 'all' or ${level} = 'threads' and news.floor = 0)`;
// The nearest level decides: thread, then forum, then section. A watch of the author counts unless
// the forum, or without a level its section, is muted.
const SELECT_RECEIVERS = `
  select u.id
  from (
    ${watchersOf('thread', 'thread_id')}
    union
    ${watchersOf('forum', 'forum_id')}
    union
    ${watchersOf('section', 'section_id')}
    union
    ${watchersOf('user', 'user_id')}
  ) watcher
  cross join news
  join forum f on f.id = news.forum_id
  ${joinByKeySql('"user"', 'u', 'watcher.user_id')}
  join "group" g on g.id = u.group_id
  cross join lateral (
    select
      ${levelOf('thread', 'thread_id')} as thread,
      ${levelOf('forum', 'forum_id')} as forum,
      ${levelOf('section', 'section_id')} as section,
      ${levelOf('user', 'user_id')} as author
    offset 0
  ) level
  where u.id <> news.user_id
    and u.id <> all (news.notified)
    and ${wantsKindSql('u', 'news.kind')}
    and ${forumReadableSql('f', `(${READER_GROUP_SQL})`)}
    and level.author is distinct from 'muted'
    and case
      when level.thread is not null then level.thread = 'all'
      when coalesce(level.forum, level.section) = 'muted' then false
      else coalesce(${notifiesOf('level.author')}, false)
        or coalesce(${notifiesOf('coalesce(level.forum, level.section)')}, false)
    end`;
/** Authors watch a thread after posting in it, unless they chose otherwise. */
const INSERT_AUTOMATIC = `
  insert into watch (user_id, kind, target_id, level)
  select u.id, 'thread', news.thread_id, 'all'
  from news
  join "user" u on u.id = news.user_id
  where u.auto_watch
    and not exists (
      select from watch w
      where w.user_id = u.id and w.kind = 'thread' and w.target_id = news.thread_id
      offset 0
    )
  on conflict do nothing`;
const notifyWatchers = statement<unknown, { postId: number }>(`
  with taken as (${TAKE_PENDING}),
  news as (${SELECT_NEWS}),
  receiver as (${SELECT_RECEIVERS}),
  watched as (${INSERT_AUTOMATIC}),
  ${notifySql(`(user_id, category, kind, actor_id, thread_id, post_id, group_key)
  select
    receiver.id,
    ${NOTIFICATION_KINDS.watch.category},
    news.kind,
    news.user_id,
    news.thread_id,
    news.id,
    case
      when news.floor = 0 then 'threads:' || news.forum_id
      else 'replies:' || news.thread_id
    end
  from receiver
  cross join news
  ${GROUP_NOTIFICATIONS_SQL}`)}
  select`);

/**
 * Notifies the watchers of the next posts, one statement per post; false if there are none. Failed
 * posts are retried later, a few times, with a call of `onFailure`.
 */
export async function notifyNextWatchers(
  db: Db,
  onFailure: (error: unknown, postId: number) => void,
): Promise<boolean> {
  const next = await listPending(db);
  const began = performance.now();
  for (const { postId } of next) {
    try {
      await notifyWatchers(db, { postId });
    } catch (error) {
      await countFailure(db, { postId });
      onFailure(error, postId);
    }
    if (performance.now() - began > MAX_ROUND_MS) break;
  }
  return next.length > 0;
}
