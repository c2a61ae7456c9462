import { SEARCH_INDEX_LOCK_ID } from '#db/advisory-lock-ids.ts';
import type { Db } from '#db/client.ts';
import { inTransaction, type Runner, statement } from '#db/statement.ts';
import { isUnavailable } from '#platform/unavailable.ts';
import { htmlToPlainText } from '#search/html-to-plain-text.ts';
import { toTsvector } from '#search/tsvector.ts';
import { isShownSql } from '../visibility.ts';

/*
 * What posts are found by is written a moment after them (R31): triggers note which posts changed,
 * and the indexer takes the notes in batches. Making tokens and sorting them into the index cost as
 * much as the rest of a reply's statement; so nobody who writes waits for them.
 */

/** Posts that are indexed in one transaction. */
const MAX_POSTS_PER_BATCH = 200;

// An array, not a join: a join of two plans for any number of rows may read the table once per row.
const takeChanges = statement<{ postId: number }, { limit: number }>(`
  delete from search_change
  where id = any(
      array(
        select id
        from search_change
        order by id
        limit :limit
        for update skip locked
      )
    )
  returning post_id as "postId"`);

interface TextToIndex {
  postId: number;
  /** 0 for the post itself. */
  commentId: number;
  authorId: number;
  html: string;
  /** Of a first post; empty otherwise. */
  subject: string;
  /** What the poll of a first post asks and offers; empty without one. */
  poll: string;
}

const selectTexts = statement<TextToIndex, { postIds: readonly number[] }>(`
  select
    p.id as "postId",
    0 as "commentId",
    p.user_id as "authorId",
    p.html,
    case when p.floor = 0 then t.subject else '' end as subject,
    case
      when p.floor = 0 and t.has_poll then concat_ws(
        E'\\n',
        (select question from poll where thread_id = t.id),
        (select string_agg(text, E'\\n' order by rank) from poll_option where thread_id = t.id)
      )
      else ''
    end as poll
  from post p
  join thread t on t.id = p.thread_id
  where p.id = any(:postIds::int[])
  union all
  select c.post_id, c.id, c.user_id, c.html, '', ''
  from comment c
  where c.post_id = any(:postIds::int[]) and ${isShownSql('c')}`);

// Only rows that differ are written: a post with a hundred comments is one new row, not a hundred.
const saveTokens = statement<
  unknown,
  {
    postIds: readonly number[];
    rowPostIds: readonly number[];
    commentIds: readonly number[];
    authorIds: readonly number[];
    tokens: readonly string[];
  }
>(`
  with removed as (
    delete from post_search
    where post_id = any(:postIds::int[])
      and comment_id > 0
      and comment_id <> all (:commentIds::int[])
  )
  insert into post_search (post_id, comment_id, author_id, tokens)
  select post_id, comment_id, author_id, tokens::tsvector
  from unnest(:rowPostIds::int[], :commentIds::int[], :authorIds::int[], :tokens::text[])
    as made(post_id, comment_id, author_id, tokens)
  on conflict (post_id, comment_id) do update
    set author_id = excluded.author_id, tokens = excluded.tokens
    where post_search.tokens <> excluded.tokens or post_search.author_id <> excluded.author_id`);

// Two that index the same post would else write what the slower one read first.
const lockIndex = statement<unknown>(`select pg_advisory_xact_lock(${SEARCH_INDEX_LOCK_ID})`);

/** Makes the index agree with these posts, their comments, subjects and polls. */
export async function indexPosts(tx: Runner, postIds: readonly number[]): Promise<void> {
  await lockIndex(tx);
  const texts = await selectTexts(tx, { postIds });
  await saveTokens(tx, {
    postIds,
    rowPostIds: texts.map((one) => one.postId),
    commentIds: texts.map((one) => one.commentId),
    authorIds: texts.map((one) => one.authorId),
    tokens: texts.map((one) =>
      toTsvector([htmlToPlainText(one.html), one.poll].filter(Boolean).join('\n'), one.subject),
    ),
  });
}

const indexBatch = (db: Db, limit: number): Promise<number> =>
  inTransaction(db, async (tx) => {
    const changes = await takeChanges(tx, { limit });
    if (changes.length > 0) await indexPosts(tx, [...new Set(changes.map((one) => one.postId))]);
    return changes.length;
  });

/** Indexes the post that changed first; one that can't be indexed is left out. */
async function indexOneOrSkip(db: Db, onSkipped: (error: unknown) => void): Promise<number> {
  try {
    return await indexBatch(db, 1);
  } catch (error) {
    if (isUnavailable(error)) throw error;
    onSkipped(error);
    return (await takeChanges(db, { limit: 1 })).length;
  }
}

/**
 * Indexes posts that have changed, a batch at most; returns how many notes of changes it took. Where
 * a batch fails its posts are tried one at a time, so that one of them never holds up the others.
 */
export async function indexNextChanges(
  db: Db,
  onSkipped: (error: unknown) => void,
): Promise<number> {
  try {
    return await indexBatch(db, MAX_POSTS_PER_BATCH);
  } catch (error) {
    if (isUnavailable(error)) throw error;
    let taken = 0;
    while (taken < MAX_POSTS_PER_BATCH && (await indexOneOrSkip(db, onSkipped)) > 0) taken++;
    return taken;
  }
}

/** Indexes all posts that have changed until now. Throws when one of them can't be. */
export async function indexAllChanges(db: Db): Promise<void> {
  while ((await indexBatch(db, MAX_POSTS_PER_BATCH)) > 0);
}
