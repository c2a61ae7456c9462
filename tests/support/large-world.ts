import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { indexAllChanges } from '#domain/search/index-posts.ts';
import { member, thread } from './factories.ts';
import { PEOPLE } from './people.ts';

/*
 * Rows of the largest allowed size, in the largest allowed lists: texts that JSON doubles, texts
 * that sanitizing makes six times as long, and beginnings with stacked combining marks.
 */

/** The author and reader of the large rows. */
const WRITER = PEOPLE.otherMember;
export const LARGE_READER = PEOPLE.member;
/** More rows than a list has. */
const ROWS = 104;
const FORUM = 1;
/** A word at the end of large texts only. */
export const LARGE_WORD = 'zqlargest';

/** SQL: HTML of a large message. A third of them are long as written, the others by entities. */
const LARGE_HTML = sql.raw(`(
  case id % 3
    when 0 then '<p>' || repeat('&nbsp;', 83000) || 'a</p>'
    when 1 then '<p>' || repeat('"', 99900) || '</p>'
    else '<p>' || repeat(E'\\n\\\\', 49900) || 'a</p>'
  end
)`);
/** The longest stored beginning of a text: stacked combining marks. */
export const LARGE_BEGINNING = `字${'\u20dd'.repeat(15)}`.repeat(200);
const quotationMarks = (characters: number) =>
  sql.raw(`'<p>' || repeat('"', ${characters - 7}) || '</p>'`);

export interface LargeWorld {
  threads: number[];
  posts: number[];
  /** Users who sent private messages to the reader. */
  correspondents: number[];
  draft: number;
  revision: number;
  report: number;
}

const idsOf = (list: readonly number[]) => sql.raw(`array[${list.join()}]::int[]`);

/** Replies that quote each other: all large, or short ones that quote the longest short one. */
async function addThreads(db: Db) {
  const wishes = { replies: ROWS, forumId: FORUM, author: WRITER, replier: WRITER };
  const [large, dense, waiting] = await Promise.all([
    thread(db, wishes),
    thread(db, wishes),
    thread(db, wishes),
  ]);
  await db.execute(sql`
    update post
    set
      html = ${LARGE_HTML},
      excerpt = ${LARGE_BEGINNING},
      featured = floor > 0,
      quote_post_id = case when floor > 1 then ${large.replies[0] as number}::int end,
      quote_user_id = case when floor > 1 then ${WRITER}::int end
    where thread_id = ${large.id}`);
  await db.execute(sql`
    update post
    set
      html = ${quotationMarks(1_990)},
      excerpt = ${LARGE_BEGINNING},
      comments_cnt = 4,
      quote_post_id = case when floor > 1 then ${dense.replies[0] as number}::int end,
      quote_user_id = case when floor > 1 then ${WRITER}::int end
    where thread_id = ${dense.id}`);
  await db.execute(
    sql`
      update post
      set html = ${LARGE_HTML}, checked = false
      where thread_id = ${waiting.id} and floor > 0`,
  );
  await db.execute(sql`
    insert into comment (post_id, thread_id, user_id, source, html, policy, excerpt, content_hash)
    select
      p.id,
      p.thread_id,
      ${WRITER},
      '',
      ${quotationMarks(2_000)},
      0,
      ${LARGE_BEGINNING},
      p.id || '-' || n
    from post p, generate_series(1, case when p.floor = 1 then ${ROWS} else 4 end) n
    where p.thread_id = ${dense.id} and p.floor > 0`);
  return { large, dense, waiting };
}

/** Threads with large first posts that a search for one word finds. */
async function addFirstPosts(db: Db): Promise<void> {
  const made: number[] = [];
  for (let count = 0; count < ROWS; count++)
    made.push((await thread(db, { forumId: FORUM, author: WRITER })).id);
  await db.execute(sql`delete from search_change`);
  await db.execute(sql`
    update post
    set
      html = '<p>' || repeat('" ', 49900) || ${LARGE_WORD} || '</p>',
      excerpt = ${LARGE_BEGINNING}
    where thread_id = any(${idsOf(made)})`);
  await db.execute(
    sql`update thread set excerpt = ${LARGE_BEGINNING} where id = any(${idsOf(made)})`,
  );
  await indexAllChanges(db);
}

async function addLetters(db: Db): Promise<number[]> {
  const others = await Promise.all(Array.from({ length: ROWS }, () => member(db)));
  const senders = [...others, ...others.map(() => WRITER)];
  await db.execute(sql`
    with sent as (
      insert into letter (sender_id, receiver_id, html, source, policy)
      select
        other,
        ${LARGE_READER},
        case
          when n % 2 = 0 then ${quotationMarks(10_000)}
          else '<p>' || repeat('&nbsp;', 8300) || 'a</p>'
        end,
        '',
        0
      from unnest(${idsOf(senders)}) with ordinality as one(other, n)
      returning *
    )
    insert into conversation (user_id, other_id, last_letter_id)
    select receiver_id, sender_id, max(id)
    from sent
    group by receiver_id, sender_id
    on conflict (user_id, other_id) do update set last_letter_id = excluded.last_letter_id`);
  return [WRITER, others[0] as number];
}

/** A hundred drafts of two megabytes in total; one has the largest size of a post. */
async function addDrafts(db: Db): Promise<number> {
  const { rows } = await db.execute<{ id: number }>(sql`
    insert into draft (user_id, body)
    select
      ${LARGE_READER},
      jsonb_build_object(
        'subject', repeat('"', 1000),
        'message', repeat('"', case n when 1 then 100000 else 7300 end)
      )
    from generate_series(1, 100) n
    returning id`);
  return rows[0]?.id as number;
}

export async function makeLargeWorld(db: Db): Promise<LargeWorld> {
  const { large, dense, waiting } = await addThreads(db);
  await addFirstPosts(db);
  const correspondents = await addLetters(db);
  const draft = await addDrafts(db);
  const revised = large.replies[1] as number;
  await db.execute(sql`
    insert into notification (user_id, category, kind, actor_id, thread_id, post_id, note)
    select ${LARGE_READER}, category, 'reply', ${WRITER}, thread_id, post.id, repeat('"', 500)
    from post, unnest(array[1, 2, 3, 6]) category
    where thread_id = ${large.id} and floor > 0`);
  const { rows: reports } = await db.execute<{ id: number }>(sql`
    insert into report (reporter_id, forum_id, thread_id, post_id, kind, message)
    select ${LARGE_READER}, forum_id, thread_id, id, 'spam', repeat('"', 500)
    from post
    where thread_id = ${large.id} and floor > 0
    returning id`);
  const { rows: revisions } = await db.execute<{ id: number }>(sql`
    insert into post_revision (post_id, editor_id, source)
    select ${revised}, ${WRITER}, '<p>' || repeat('"', 99900) || '</p>'
    from generate_series(1, ${ROWS})
    returning id`);
  return {
    threads: [large.id, dense.id, waiting.id],
    posts: [large.replies[1] as number, dense.replies[0] as number],
    correspondents,
    draft,
    revision: revisions[0]?.id as number,
    report: reports[0]?.id as number,
  };
}
