import { sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { heatSql } from '#domain/content/thread/heat.ts';

/** Likes of users' threads and replies, including removed ones, as likes count them. */
export const COUNT_LIKES_SQL = `
  update "user" u
  set likes_cnt = c.likes
  from (
    select user_id, sum(likes_cnt) likes
    from (
      select user_id, likes_cnt
      from post
      where floor > 0
      union all
      select user_id, likes_cnt
      from thread
    ) own
    group by 1
  ) c
  where c.user_id = u.id`;

/** Recomputes every counter from rows, after bulk loading without counters. */
export async function recountAll(tx: Tx, timeZone: string): Promise<void> {
  const steps = [
    sql`
      update post p
      set likes_cnt = n
      from (select post_id, count(*) n from post_like group by 1) c
      where c.post_id = p.id`,
    sql`
      update post p
      set comments_cnt = n
      from (select post_id, count(*) n from comment where state = 'normal' group by 1) c
      where c.post_id = p.id`,
    sql`
      update thread t
      set
        replies_cnt = c.shown,
        last_floor = c.floors,
        last_post_id = c.last_id,
        last_user_id = p.user_id,
        last_reply_at = p.created_at
      from (
        select
          thread_id,
          count(*) filter (where floor > 0 and state = 'normal') shown,
          max(floor) floors,
          coalesce(max(id) filter (where state = 'normal'), max(id)) last_id
        from post
        group by 1
      ) c
      join post p on p.id = c.last_id
      where c.thread_id = t.id`,
    sql`
      update thread t
      set likes_cnt = n
      from (select thread_id, count(*) n from thread_like group by 1) c
      where c.thread_id = t.id`,
    sql`
      update thread t
      set favourites_cnt = n
      from (select thread_id, count(*) n from thread_favourite group by 1) c
      where c.thread_id = t.id`,
    sql.raw(`update thread set hot = ${heatSql('created_at')}`),
    sql`
      update theme t
      set threads_cnt = n
      from (select theme_id, count(*) n from thread where state = 'normal' group by 1) c
      where c.theme_id = t.id`,
    sql`
      update forum f
      set
        threads_cnt = c.threads,
        english_cnt = c.english,
        digests_cnt = c.digests,
        posts_cnt = c.replies + c.threads
      from (
        select
          forum_id,
          count(*) threads,
          count(*) filter (where language = 'en_US') english,
          sum(replies_cnt) replies,
          count(*) filter (where digest or digest_forum) digests
        from thread
        where state = 'normal'
        group by 1
      ) c
      where c.forum_id = f.id`,
    sql`
      update forum f
      set favourites_cnt = n
      from (select forum_id, count(*) n from forum_favourite group by 1) c
      where c.forum_id = f.id`,
    sql`
      insert into forum_day (forum_id, day, threads, replies)
      select
        forum_id,
        (created_at at time zone ${timeZone})::date,
        count(*) filter (where floor = 0),
        count(*) filter (where floor > 0)
      from post
      where state = 'normal'
      group by 1, 2
      on conflict (forum_id, day) do update
        set threads = excluded.threads, replies = excluded.replies`,
    sql`
      update "user" u
      set threads_cnt = c.threads, posts_cnt = c.posts, featured_cnt = c.featured
      from (
        select
          p.user_id,
          count(*) filter (where p.floor = 0) threads,
          count(*) posts,
          count(*) filter (where p.featured) featured
        from post p
        join thread t on t.id = p.thread_id
        where p.state = 'normal' and (p.floor > 0 or t.state = 'normal')
        group by 1
      ) c
      where c.user_id = u.id`,
    sql.raw(COUNT_LIKES_SQL),
    sql`
      update "user" u
      set digests_cnt = n
      from (
        select user_id, count(*) n
        from thread
        where state = 'normal' and (digest or digest_forum)
        group by 1
      ) c
      where c.user_id = u.id`,
    sql`
      update "user" u
      set favourites_cnt = n
      from (select user_id, count(*) n from thread_favourite group by 1) c
      where c.user_id = u.id`,
    sql`
      update poll_option o
      set votes_cnt = n
      from (select option_id, count(*) n from poll_vote, unnest(option_ids) option_id group by 1) c
      where c.option_id = o.id`,
    sql`
      update poll p
      set voters_cnt = n
      from (select thread_id, count(*) n from poll_vote group by 1) c
      where c.thread_id = p.thread_id`,
  ];
  for (const step of steps) await tx.execute(step);
}

/** Renumbers notifications by time, the order of lists. */
export async function renumberNotifications(tx: Tx): Promise<void> {
  await tx.execute(sql`
    update notification
    set id = -place
    from (
      select id as former, row_number() over (order by created_at, id) as place
      from notification
    ) ordered
    where id = former`);
  await tx.execute(sql`update notification set id = -id`);
}

/** Sets sequences after explicit ids. */
export async function restartSequences(tx: Tx): Promise<void> {
  const tables = [
    'group',
    'user',
    'section',
    'forum',
    'theme',
    'thread',
    'post',
    'comment',
    'poll_option',
    'config_entry',
    'upload',
    'ban',
    'notification',
  ];
  for (const table of tables) {
    await tx.execute(
      sql.raw(
        `
          select setval(
            pg_get_serial_sequence('"${table}"', 'id'),
            greatest((select coalesce(max(id), 0) from "${table}"), ${table === 'user' ? 9999 : 1})
          )`,
      ),
    );
  }
}
