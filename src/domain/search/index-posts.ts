import { setImmediate as letOthersWork } from 'node:timers/promises';
import { MAX_MESSAGE_CHARACTERS } from '#contracts/limits.ts';
import { SEARCH_INDEX_LOCK_ID } from '#db/advisory-lock-ids.ts';
import { joinByKeySql } from '#db/by-key-sql.ts';
import type { Db } from '#db/client.ts';
import { inTransaction, type Runner, statement } from '#db/statement.ts';
import { isUnavailable } from '#platform/unavailable.ts';
import { htmlToPlainText } from '#search/html-to-plain-text.ts';
import { toTsvector } from '#search/tsvector.ts';
import { isShownSql } from '../visibility.ts';

/*
 * What posts and comments are found by is written a moment after them (R31): triggers note which
 * texts have changed, and the indexer takes the notes in batches. Making tokens and sorting them
 * into the index cost as much as the rest of a reply's statement; so nobody who writes waits for
 * them.
 */

/** Texts that are indexed in one transaction; with the limit below, 10 million characters. */
export const MAX_TEXTS_PER_BATCH = 50;
/** What is found of one text at most: twice as many as its author may send. */
const MAX_INDEXED_CHARACTERS = 2 * MAX_MESSAGE_CHARACTERS;

/** A post, or a comment of it. */
export interface IndexedText {
  postId: number;
  /** 0 for the post itself. */
  commentId: number;
}

// The newest first: after a change of all texts, what is written now is still found at once.
// An array, not a join: a join of two plans for any number of rows may read the table once per row.
const takeChanges = statement<IndexedText, { limit: number }>(`
  delete from search_change
  where id = any(
      array(
        select id
        from search_change
        order by id desc
        limit :limit
        for update skip locked
      )
    )
  returning post_id as "postId", comment_id as "commentId"`);
const selectNewest = statement<{ id: number }>(`
  select id::float8 as id
  from search_change
  order by id desc
  limit ${MAX_TEXTS_PER_BATCH}`);
const takeChange = statement<IndexedText, { id: number }>(`
  delete from search_change
  where id = :id
  returning post_id as "postId", comment_id as "commentId"`);

interface TextToIndex extends IndexedText {
  authorId: number;
  html: string;
  /** Of a first post; empty otherwise. */
  subject: string;
  /** What the poll of a first post asks and offers; empty without one. */
  poll: string;
}

const selectTexts = statement<
  TextToIndex,
  { postIds: readonly number[]; commentIds: readonly number[] }
>(`
  select
    p.id as "postId",
    0 as "commentId",
    p.user_id as "authorId",
    left(p.html, ${MAX_INDEXED_CHARACTERS}) as html,
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
  ${joinByKeySql('thread', 't', 'p.thread_id')}
  where p.id = any(:postIds::int[])
  union all
  select c.post_id, c.id, c.user_id, left(c.html, ${MAX_INDEXED_CHARACTERS}), '', ''
  from comment c
  where c.id = any(:commentIds::int[]) and ${isShownSql('c')}`);

// An id of a comment is one of one post.
const deleteTokens = statement<
  unknown,
  { postIds: readonly number[]; commentIds: readonly number[] }
>(`
  delete from post_search
  where post_id = any(:postIds::int[]) and comment_id = any(:commentIds::int[])`);
const saveTokens = statement<
  unknown,
  {
    postIds: readonly number[];
    commentIds: readonly number[];
    authorIds: readonly number[];
    tokens: readonly string[];
  }
>(`
  insert into post_search (post_id, comment_id, author_id, tokens)
  select post_id, comment_id, author_id, tokens::tsvector
  from unnest(:postIds::int[], :commentIds::int[], :authorIds::int[], :tokens::text[])
    as made(post_id, comment_id, author_id, tokens)
  on conflict (post_id, comment_id) do update
    set author_id = excluded.author_id, tokens = excluded.tokens
    where post_search.tokens <> excluded.tokens or post_search.author_id <> excluded.author_id`);

// Two that index the same text would else write what the slower one read first.
const lockIndex = statement<unknown>(`select pg_advisory_xact_lock(${SEARCH_INDEX_LOCK_ID})`);

const toColumns = (texts: readonly IndexedText[]) => ({
  postIds: texts.map((text) => text.postId),
  commentIds: texts.map((text) => text.commentId),
});

/** Milliseconds of making tokens after which others who have something to do come between. */
const MAX_BUSY_MS = 5;

async function makeTokens(texts: readonly TextToIndex[]): Promise<string[]> {
  const tokens: string[] = [];
  let busySince = performance.now();
  for (const { html, poll, subject } of texts) {
    if (performance.now() - busySince > MAX_BUSY_MS) {
      await letOthersWork();
      busySince = performance.now();
    }
    tokens.push(toTsvector([htmlToPlainText(html), poll].filter(Boolean).join('\n'), subject));
  }
  return tokens;
}

/** Makes the index agree with these texts: comments that aren't shown any more leave it. */
export async function indexTexts(tx: Runner, wanted: readonly IndexedText[]): Promise<void> {
  await lockIndex(tx);
  const texts = await selectTexts(tx, {
    postIds: wanted.filter(({ commentId }) => commentId === 0).map(({ postId }) => postId),
    commentIds: wanted.filter(({ commentId }) => commentId > 0).map(({ commentId }) => commentId),
  });
  const shownComments = new Set(texts.map((text) => text.commentId));
  const left = wanted.filter(({ commentId }) => commentId > 0 && !shownComments.has(commentId));
  if (left.length > 0) await deleteTokens(tx, toColumns(left));
  if (texts.length > 0)
    await saveTokens(tx, {
      ...toColumns(texts),
      authorIds: texts.map((text) => text.authorId),
      tokens: await makeTokens(texts),
    });
}

const indexBatch = (db: Db, take: (tx: Runner) => Promise<IndexedText[]>): Promise<number> =>
  inTransaction(db, async (tx) => {
    const changes = await take(tx);
    const texts = new Map(
      changes.map((change) => [`${change.postId}/${change.commentId}`, change]),
    );
    if (texts.size > 0) await indexTexts(tx, [...texts.values()]);
    return changes.length;
  });

const indexNewest = (db: Db): Promise<number> =>
  indexBatch(db, (tx) => takeChanges(tx, { limit: MAX_TEXTS_PER_BATCH }));

/** Indexes the text of one note; a text that can't be indexed is left out. */
async function indexOneOrSkip(
  db: Db,
  id: number,
  onSkipped: (error: unknown) => void,
): Promise<number> {
  try {
    return await indexBatch(db, (tx) => takeChange(tx, { id }));
  } catch (error) {
    if (isUnavailable(error)) throw error;
    onSkipped(error);
    return (await takeChange(db, { id })).length;
  }
}

/**
 * Indexes texts that have changed, a batch at most; returns how many notes of changes it took.
 * Where a batch fails its texts are tried one at a time, so that one of them never holds up the
 * others.
 */
export async function indexNextChanges(
  db: Db,
  onSkipped: (error: unknown) => void,
): Promise<number> {
  try {
    return await indexNewest(db);
  } catch (error) {
    if (isUnavailable(error)) throw error;
    let taken = 0;
    for (const { id } of await selectNewest(db)) taken += await indexOneOrSkip(db, id, onSkipped);
    return taken;
  }
}

/** Indexes all texts that have changed until now. Throws when one of them can't be. */
export async function indexAllChanges(db: Db): Promise<void> {
  while ((await indexNewest(db)) > 0);
}
