import type { Db } from '#db/client.ts';
import { saveSiteState } from '#db/site-state.ts';
import { inTransaction, statement } from '#db/statement.ts';
import { TOKENS_VERSION } from '#search/tokenize.ts';
import { type IndexedText, indexTexts, MAX_TEXTS_PER_BATCH } from './index-posts.ts';

interface IndexProgress {
  version: number;
  /** Posts up to this id are done. */
  after: number;
  done: boolean;
}

const STATE_NAME = 'indexed';

const selectNextPosts = statement<{ id: number }, { after: number }>(
  `select id from post where id > :after order by id limit ${MAX_TEXTS_PER_BATCH}`,
);
const selectComments = statement<IndexedText, { postIds: readonly number[] }>(`
  select post_id as "postId", id as "commentId"
  from comment
  where post_id = any(:postIds::int[])
  order by id`);
const selectProgress = statement<IndexProgress>(
  `
    select
      (value ->> 'version')::int as version,
      (value ->> 'after')::int as after,
      (value ->> 'done')::boolean as done
    from site_state
    where name = '${STATE_NAME}'`,
);

/** The state of a fully indexed database, for seeding an empty one. */
export const createIndexedState = () => ({
  name: STATE_NAME,
  value: { version: TOKENS_VERSION, after: 0, done: true } satisfies IndexProgress,
});

/** Reindexes posts without tokens of this version, in resumable batches. Returns the number. */
export async function reindex(db: Db): Promise<number> {
  const [savedProgress] = await selectProgress(db);
  const isSameVersion = savedProgress?.version === TOKENS_VERSION;
  if (isSameVersion && savedProgress.done) return 0;
  let written = 0;
  for (let after = isSameVersion ? savedProgress.after : 0; ; ) {
    const posts = await inTransaction(db, async (tx) => {
      const found = await selectNextPosts(tx, { after });
      const postIds = found.map((post) => post.id);
      const texts = [
        ...postIds.map((postId) => ({ postId, commentId: 0 })),
        ...(postIds.length > 0 ? await selectComments(tx, { postIds }) : []),
      ];
      for (let from = 0; from < texts.length; from += MAX_TEXTS_PER_BATCH)
        await indexTexts(tx, texts.slice(from, from + MAX_TEXTS_PER_BATCH));
      await saveSiteState(tx, STATE_NAME, {
        version: TOKENS_VERSION,
        after: found.at(-1)?.id ?? after,
        done: found.length === 0,
      } satisfies IndexProgress);
      return found;
    });
    if (posts.length === 0) return written;
    after = posts.at(-1)?.id as number;
    written += posts.length;
  }
}
