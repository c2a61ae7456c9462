import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { heatSql } from '#domain/content/thread/heat.ts';

/* Compares every counter that actions change with a count of the rows. */

const VISIBLE_THREAD = `t.state = 'normal' and t.checked`;
const VISIBLE_REPLY = `p.floor > 0 and p.state = 'normal' and p.checked`;

const COUNTER_QUERIES: Record<string, string> = {
  'thread.replies_cnt': `
    select
      t.id,
      t.replies_cnt as kept,
      (select count(*) from post p where p.thread_id = t.id and ${VISIBLE_REPLY}) as found
    from thread t`,
  'thread.last_post_id': `
    select
      t.id,
      t.last_post_id as kept,
      (
        select p.id
        from post p
        where p.thread_id = t.id and (p.floor = 0 or (${VISIBLE_REPLY}))
        order by p.floor desc
        limit 1
      ) as found
    from thread t
    where ${VISIBLE_THREAD}`,
  'thread.last_user_id': `
    select
      t.id,
      t.last_user_id as kept,
      (
        select p.user_id
        from post p
        where p.thread_id = t.id and (p.floor = 0 or (${VISIBLE_REPLY}))
        order by p.floor desc
        limit 1
      ) as found
    from thread t
    where ${VISIBLE_THREAD}`,
  'thread.last_floor': `
    select
      t.id,
      0 as kept,
      (select count(*) from post p where p.thread_id = t.id and p.floor > t.last_floor) as found
    from thread t`,
  'thread.hot': `
    select
      t.id,
      t.hot as kept,
      least(greatest(t.hot, ${heatSql('t.created_at', { views: '0' })}), ${heatSql('t.created_at')}) as found
    from thread t
    where ${VISIBLE_THREAD}`,
  'theme.threads_cnt': `
    select
      k.id,
      k.threads_cnt as kept,
      (select count(*) from thread t where t.theme_id = k.id and ${VISIBLE_THREAD}) as found
    from theme k`,
  'forum.threads_cnt': `
    select
      f.id,
      f.threads_cnt as kept,
      (select count(*) from thread t where t.forum_id = f.id and ${VISIBLE_THREAD}) as found
    from forum f`,
  'forum.english_cnt': `
    select
      f.id,
      f.english_cnt as kept,
      (
        select count(*)
        from thread t
        where t.forum_id = f.id and ${VISIBLE_THREAD} and t.language = 'en_US'
      ) as found
    from forum f`,
  'forum.digests_cnt': `
    select
      f.id,
      f.digests_cnt as kept,
      (
        select count(*)
        from thread t
        where t.forum_id = f.id and ${VISIBLE_THREAD} and (t.digest or t.digest_forum)
      ) as found
    from forum f`,
  'forum.posts_cnt': `
    select
      f.id,
      f.posts_cnt as kept,
      (
        select coalesce(sum(1 + t.replies_cnt), 0)
        from thread t
        where t.forum_id = f.id and ${VISIBLE_THREAD}
      ) as found
    from forum f`,
  'post.forum_id': `
    select p.id, p.forum_id as kept, t.forum_id as found
    from post p
    join thread t on t.id = p.thread_id`,
  'thread.likes_cnt': `
    select
      t.id,
      t.likes_cnt as kept,
      (select count(*) from thread_like l where l.thread_id = t.id) as found
    from thread t`,
  'thread.favourites_cnt': `
    select
      t.id,
      t.favourites_cnt as kept,
      (select count(*) from thread_favourite k where k.thread_id = t.id) as found
    from thread t`,
  'post.likes_cnt': `
    select
      p.id,
      p.likes_cnt as kept,
      (select count(*) from post_like l where l.post_id = p.id) as found
    from post p
    where p.floor > 0`,
  'comment.likes_cnt': `
    select
      c.id,
      c.likes_cnt as kept,
      (select count(*) from comment_like l where l.comment_id = c.id) as found
    from comment c`,
  'forum.favourites_cnt': `
    select
      f.id,
      f.favourites_cnt as kept,
      (select count(*) from forum_favourite k where k.forum_id = f.id) as found
    from forum f`,
  'user.favourites_cnt': `
    select
      u.id,
      u.favourites_cnt as kept,
      (select count(*) from thread_favourite k where k.user_id = u.id) as found
    from "user" u`,
  'user.likes_cnt': `
    select
      u.id,
      u.likes_cnt as kept,
      (
        select count(*)
        from thread_like l
        join thread t on t.id = l.thread_id
        where t.user_id = u.id
      ) + (
        select count(*)
        from post_like l
        join post p on p.id = l.post_id
        where p.user_id = u.id and p.floor > 0
      ) as found
    from "user" u`,
  'poll_option.votes_cnt': `
    select
      o.id,
      o.votes_cnt as kept,
      (
        select count(*)
        from poll_vote v
        where v.thread_id = o.thread_id and o.id = any(v.option_ids)
      ) as found
    from poll_option o`,
  'poll.voters_cnt': `
    select
      p.thread_id as id,
      p.voters_cnt as kept,
      (select count(*) from poll_vote v where v.thread_id = p.thread_id) as found
    from poll p`,
  'post.comments_cnt': `
    select
      p.id,
      p.comments_cnt as kept,
      (
        select count(*)
        from comment c
        where c.post_id = p.id and c.state = 'normal' and c.checked
      ) as found
    from post p`,
  'comment.thread_id': `
    select c.id, c.thread_id as kept, p.thread_id as found
    from comment c
    join post p on p.id = c.post_id`,
  'user.level_id': `
    select
      u.id,
      u.level_id as kept,
      (
        select l.id
        from level l
        where l.min_credits <= u.credits
        order by l.min_credits desc
        limit 1
      ) as found
    from "user" u`,
  'user.threads_cnt': `
    select
      u.id,
      u.threads_cnt as kept,
      (select count(*) from thread t where t.user_id = u.id and ${VISIBLE_THREAD}) as found
    from "user" u`,
  'user.posts_cnt': `
    select
      u.id,
      u.posts_cnt as kept,
      (
        select count(*)
        from thread t
        where t.user_id = u.id and ${VISIBLE_THREAD}
      ) + (select count(*) from post p where p.user_id = u.id and ${VISIBLE_REPLY}) as found
    from "user" u`,
  'user.digests_cnt': `
    select
      u.id,
      u.digests_cnt as kept,
      (
        select count(*)
        from thread t
        where t.user_id = u.id and ${VISIBLE_THREAD} and (t.digest or t.digest_forum)
      ) as found
    from "user" u`,
  'user.featured_cnt': `
    select
      u.id,
      u.featured_cnt as kept,
      (
        select count(*)
        from post p
        where p.user_id = u.id and ${VISIBLE_REPLY} and p.featured
      ) as found
    from "user" u`,
};

/** One line per counter that differs from the count of its rows. */
export async function findWrongCounters(db: Db): Promise<string[]> {
  const wrong: string[] = [];
  for (const [name, query] of Object.entries(COUNTER_QUERIES)) {
    const { rows } = await db.execute<{ id: number; kept: number; found: number }>(
      sql.raw(
        `select * from (${query}) counted where kept is distinct from found order by id limit 20`,
      ),
    );
    wrong.push(
      ...rows.map(({ id, kept, found }) => `${name} of ${id} is ${kept}, should be ${found}`),
    );
  }
  return wrong;
}
