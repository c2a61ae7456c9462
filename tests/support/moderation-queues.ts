import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { PEOPLE } from './people.ts';

/* Reports and pending posts for tests of the moderation screens. */

/** Reports a reply of the demo community as these users; returns it and the first report's id. */
export async function insertReports(
  db: Db,
  by: readonly number[],
  kinds: readonly string[] = ['spam'],
): Promise<{ post: number; thread: number; report: number }> {
  const { rows } = await db.execute<{ id: number; thread: number }>(sql`
    select p.id, p.thread_id as thread
    from post p
    join thread t on t.id = p.thread_id
    join forum f on f.id = t.forum_id and f.access = 'public'
    where p.floor > 1
      and p.state = 'normal'
      and p.checked
      and t.state = 'normal'
      and p.user_id > 10001
      and p.user_id <> all(${sql.raw(`array[${by.join()}]`)})
      and not exists (select from report r where r.post_id = p.id)
    order by abs(length(p.html) - 240), p.id
    limit 1`);
  const { id: post, thread } = rows[0] as { id: number; thread: number };
  const reports: number[] = [];
  for (const [index, reporter] of by.entries()) {
    const made = await db.execute<{ id: number }>(sql`
      insert into report (
        reporter_id,
        forum_id,
        thread_id,
        post_id,
        kind,
        message,
        created_at
      )
      select
        ${reporter},
        forum_id,
        thread_id,
        id,
        ${kinds[index % kinds.length]},
        ${index === 0 ? '连着发了好几个主题' : ''},
        now() - ${`${100 - index} minutes`}::interval
      from post
      where id = ${post}
      returning id`);
    reports.push(made.rows[0]?.id as number);
  }
  return { post, thread, report: reports[0] as number };
}

/** Inserts a reply that is pending review, as if its author had posted it. */
export async function insertHeldReply(
  db: Db,
  reason: string,
  html: string,
  author = PEOPLE.otherMember,
): Promise<number> {
  const { rows } = await db.execute<{ id: number }>(sql`
    with place as (
      update thread
      set last_floor = last_floor + 1
      where id = (
          select min(t.id)
          from thread t
          join forum f on f.id = t.forum_id and f.access = 'public'
          where t.state = 'normal' and t.checked
        )
      returning id, forum_id, last_floor
    ),
    written as (
      insert into post (
        thread_id,
        forum_id,
        user_id,
        floor,
        source,
        html,
        policy,
        excerpt,
        content_hash,
        checked
      )
      select
        id,
        forum_id,
        ${author},
        last_floor,
        ${html},
        ${html},
        1,
        '',
        md5(random()::text),
        false
      from place
      returning id
    ),
    waits as (
      insert into held (post_id, reason)
      select id, ${reason}
      from written
    )
    select id
    from written`);
  return rows[0]?.id as number;
}
