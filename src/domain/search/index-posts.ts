import { setImmediate as letOthersWork } from 'node:timers/promises';
import { htmlToPlainText } from '#contracts/html-to-plain-text.ts';
import { MAX_MESSAGE_CHARACTERS } from '#contracts/limits.ts';
import { SEARCH_INDEX_LOCK_ID } from '#db/advisory-lock-ids.ts';
import { joinByKeySql } from '#db/by-key-sql.ts';
import type { Db } from '#db/client.ts';
import { inTransaction, type Runner, statement } from '#db/statement.ts';
import { isUnavailable } from '#platform/unavailable.ts';
import { toTsvector } from '#search/tsvector.ts';
import { isShownSql } from '../shared/visibility.ts';

/*
 * The search index is written asynchronously (R31). Triggers queue changed texts, and the indexer
 * processes them in batches. Tokenizing and indexing cost as much as the rest of a reply's
 * statement.
 */

/** Texts per transaction; with the limit below, 10 million characters. */
export const MAX_TEXTS_PER_BATCH = 50;
/** Indexed characters per text: twice the limit for authors. */
const MAX_INDEXED_CHARACTERS = 2 * MAX_MESSAGE_CHARACTERS;

export interface IndexedText {
  postId: number;
  /** 0 for the post itself. */
  commentId: number;
}

// Newest first: new texts are indexed promptly during a full reindex. An array, not a join: a join
// of two plans for any number of rows may read the table once per row.
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
  /** Of a first post; else empty. */
  subject: string;
  /** Question and options of a first post's poll; else empty. */
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

// A comment's id is unique across posts.
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

// Serializes indexers. Otherwise a slower one could overwrite newer tokens with older ones.
const lockIndex = statement<unknown>(`select pg_advisory_xact_lock(${SEARCH_INDEX_LOCK_ID})`);

const toColumns = (texts: readonly IndexedText[]) => ({
  postIds: texts.map((text) => text.postId),
  commentIds: texts.map((text) => text.commentId),
});

/** Milliseconds of tokenizing after which the event loop gets a turn. */
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

/** Updates the index for these texts, and removes comments that are no longer shown. */
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

/** Indexes one queued text; skips it if that fails. */
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

/** Indexes one batch; if it fails, text by text. Returns the number of processed changes. */
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

/** Indexes all changed texts. Throws if one of them fails. */
export async function indexAllChanges(db: Db): Promise<void> {
  while ((await indexNewest(db)) > 0);
}
