import { NOTIFICATION_KINDS } from '#contracts/notifications.ts';
import { ADMIN_USER_IDS } from '#contracts/ranks.ts';
import type { Db } from '#db/client.ts';
import { inTransaction, statement } from '#db/statement.ts';
import { forumReadableSql } from '../forum/access.ts';
import { GROUP_NOTIFICATIONS_SQL } from '../notification/group-sql.ts';
import { wantsKindSql } from '../notification/notify-users.ts';
import { isShownSql } from '../visibility.ts';

/*
 * Who writes waits for nobody's notifications: a post leaves a row in untold_post, and this tells
 * those who watch its thread, forum, section or author, each once.
 */

/** Times after which a post whose watchers can't be told is given up. */
const MAX_TRIES = 5;

const takeUntold = statement<{ postId: number; told: number[] }>(`
  select post_id as "postId", told
  from untold_post
  order by tries, post_id
  limit 1
  for update skip locked`);
const deleteUntold = statement<unknown, { postId: number }>(
  `delete from untold_post where post_id = :postId`,
);
const countFailure = statement<unknown, { postId: number }>(`
  with tried as (
    update untold_post
    set tries = tries + 1
    where post_id = :postId and tries + 1 < ${MAX_TRIES}
    returning 1
  )
  delete from untold_post
  where post_id = :postId and not exists (select from tried)`);

const IS_ADMIN_SQL = `(u.id in (${ADMIN_USER_IDS.join()}) or u.group_id in (${ADMIN_USER_IDS.join()}))`;
/** toReaderGroupId of the user with the alias `u`. */
const READER_SQL = `
  case
    when ${IS_ADMIN_SQL} then 0
    when g.allow_read then u.group_id
  end`;
/** The post, while everybody who may read its forum is shown it. */
const SELECT_NEWS = `
  select
    p.id,
    p.floor,
    p.user_id,
    t.id as thread_id,
    f.id as forum_id,
    f.section_id,
    case when p.floor = 0 then 'newThread' else 'watch' end as kind
  from post p
  join thread t on t.id = p.thread_id
  join forum f on f.id = t.forum_id
  where p.id = :postId and ${isShownSql('p')} and ${isShownSql('t')}`;
const watchersOf = (kind: string, target: string): string => `
  select w.user_id
  from news
  join watch w on w.kind = '${kind}' and w.target_id = news.${target}
  where w.level = 'all' or w.level = 'threads' and news.floor = 0`;
/** Levels of one user for the post; null for what they don't watch. */
const levelOf = (kind: string, target: string): string => `
  (
    select w.level
    from watch w
    where w.user_id = u.id and w.kind = '${kind}' and w.target_id = news.${target}
  )`;
const tellsOf = (level: string): string =>
  `(${level} = 'all' or ${level} = 'threads' and news.floor = 0)`;
// What is closer decides: the thread, else the forum, else its section; who watches the author is
// told unless the forum is muted.
const SELECT_TOLD = `
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
  join "user" u on u.id = watcher.user_id
  join "group" g on g.id = u.group_id
  cross join lateral (
    select
      ${levelOf('thread', 'thread_id')} as thread,
      ${levelOf('forum', 'forum_id')} as forum,
      ${levelOf('section', 'section_id')} as section,
      ${levelOf('user', 'user_id')} as author
  ) level
  where u.id <> news.user_id
    and u.id <> all (:told::int[])
    and ${wantsKindSql('u', 'news.kind')}
    and ${forumReadableSql('f', `(${READER_SQL})`)}
    and level.author is distinct from 'muted'
    and case
      when level.thread is not null then level.thread = 'all'
      when level.forum = 'muted' then false
      else coalesce(${tellsOf('level.author')}, false)
        or coalesce(${tellsOf('coalesce(level.forum, level.section)')}, false)
    end`;
/** Who writes in a thread watches it from then on, unless they have chosen otherwise. */
const INSERT_AUTOMATIC = `
  insert into watch (user_id, kind, target_id, level)
  select u.id, 'thread', news.thread_id, 'all'
  from news
  join "user" u on u.id = news.user_id
  where u.auto_watch
  on conflict do nothing`;
const tellWatchers = statement<unknown, { postId: number; told: readonly number[] }>(`
  with news as (${SELECT_NEWS}),
  told as (${SELECT_TOLD}),
  watched as (${INSERT_AUTOMATIC})
  insert into notification (user_id, category, kind, actor_id, thread_id, post_id, group_key)
  select
    told.id,
    ${NOTIFICATION_KINDS.watch.category},
    news.kind,
    news.user_id,
    news.thread_id,
    news.id,
    case
      when news.floor = 0 then 'threads:' || news.forum_id
      else 'replies:' || news.thread_id
    end
  from told
  cross join news
  ${GROUP_NOTIFICATIONS_SQL}`);

/**
 * Tells those who watch of the next new post; false when there is none. A post that fails is tried
 * again behind the others, a few times; `onFailure` hears of it.
 */
export async function tellNextWatchers(
  db: Db,
  onFailure: (error: unknown, postId: number) => void,
): Promise<boolean> {
  let next: { postId: number; told: number[] } | undefined;
  try {
    await inTransaction(db, async (tx) => {
      [next] = await takeUntold(tx);
      if (!next) return;
      await tellWatchers(tx, next);
      await deleteUntold(tx, { postId: next.postId });
    });
  } catch (error) {
    if (!next) throw error;
    await countFailure(db, { postId: next.postId });
    onFailure(error, next.postId);
  }
  return next !== undefined;
}
