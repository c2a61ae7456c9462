import type pg from 'pg';
import { COUNT_LIKES_SQL } from '../recount.ts';

/* Aggregate counters, computed once over all rows like seed/recount.ts. */

const COUNT_PER_AUTHOR_SQL = `
  update "user" u
  set
    threads_cnt = c.threads,
    posts_cnt = c.posts,
    featured_cnt = c.featured,
    credits = greatest(u.credits, (c.posts * 3 + c.likes)::int)
  from (
    select
      user_id,
      count(*) filter (where floor = 0) threads,
      count(*) posts,
      coalesce(sum(likes_cnt), 0) likes,
      count(*) filter (where featured) featured
    from post
    where state = 'normal'
    group by 1
  ) c
  where c.user_id = u.id`;

const COUNT_STATEMENTS = [
  `
    update theme t
    set threads_cnt = n
    from (select theme_id, count(*) n from thread where state = 'normal' group by 1) c
    where c.theme_id = t.id`,
  `
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
  COUNT_PER_AUTHOR_SQL,
  COUNT_LIKES_SQL,
  `
    update "user" u
    set digests_cnt = n
    from (
      select user_id, count(*) n
      from thread
      where state = 'normal' and (digest or digest_forum)
      group by 1
    ) c
    where c.user_id = u.id`,
  `
    update "user" u
    set favourites_cnt = n
    from (select user_id, count(*) n from thread_favourite group by 1) c
    where c.user_id = u.id`,
  // Skips one render job per user: pages with the new levels aren't published yet.
  `alter table "user" disable trigger user_level`,
  `
    update "user" u
    set level_id = l.id
    from level l
    where u.credits >= l.min_credits
      and l.id > u.level_id
      and not exists (
        select
        from level
        where min_credits > l.min_credits and min_credits <= u.credits
      )`,
  `alter table "user" enable trigger user_level`,
];

const COUNT_DAYS_SQL = `
  insert into forum_day (forum_id, day, threads, replies)
  select
    forum_id,
    (created_at at time zone $1)::date,
    count(*) filter (where floor = 0),
    count(*) filter (where floor > 0)
  from post
  where state = 'normal'
  group by 1, 2
  on conflict (forum_id, day) do update set threads = excluded.threads, replies = excluded.replies`;

export async function countTotals(client: pg.ClientBase, timeZone: string): Promise<void> {
  for (const step of COUNT_STATEMENTS) await client.query(step);
  await client.query(COUNT_DAYS_SQL, [timeZone]);
}

/** Tables whose sequences must follow explicit ids. */
const NUMBERED_TABLES = ['user', 'thread', 'post', 'comment'];

export async function restartSequencesAfter(client: pg.ClientBase): Promise<void> {
  for (const table of NUMBERED_TABLES)
    await client.query(
      `select setval(pg_get_serial_sequence('"${table}"', 'id'), (select max(id) from "${table}"))`,
    );
}
