import type { Db } from '#db/client.ts';
import { saveSiteState } from '#db/site-state.ts';
import { inTransaction, statement } from '#db/statement.ts';
import { HAN_PATTERN, TOKENS_VERSION } from '#search/tokenize.ts';
import { toSound } from '#search/word-sound.ts';
import { isAuthorShownSql, isPublicThreadSql, isShownSql } from '../shared/visibility.ts';

/* Suggestions for typos: words in several public posts, recounted daily. */

/** Only the newest posts are counted: topics change, and counting takes time. */
const MAX_POSTS = 100_000;
/** Minimum of posts per word, which excludes names, typos and private words. */
const MIN_POSTS = 3;
const MAX_WORDS = 50_000;
const MAX_AGE_HOURS = 20;
const STATE_NAME = 'search_words';

/** Words of at least four letters or two Chinese characters. */
const OFFERED_PATTERN = /^(?:\p{Script=Han}{2,6}|[[\p{L}\p{M}]--\p{Script=Han}]{4,32})$/v;

const isFresh = statement<{ fresh: boolean }, { version: number }>(`
  select exists (select from search_word) and exists (
    select
    from site_state
    where name = '${STATE_NAME}'
      and (value ->> 'version')::int = :version
      and updated_at > now() - interval '${MAX_AGE_HOURS} hours'
  ) as fresh`);

// ts_stat executes the query text in its argument.
const countWords = statement<{ word: string; posts: number }>(`
  select word, ndoc as posts
  from ts_stat($$
    select s.tokens
    from post_search s
    join post p on p.id = s.post_id
    join "user" u on u.id = p.user_id
    join thread t on t.id = p.thread_id
    join "user" tu on tu.id = t.user_id
    where s.comment_id = 0
      and s.post_id > (select coalesce(max(id), 0) - ${MAX_POSTS} from post)
      and ${isShownSql('p')}
      and ${isAuthorShownSql('u')}
      and ${isAuthorShownSql('tu')}
      and ${isPublicThreadSql('t')}
  $$)
  where ndoc >= ${MIN_POSTS} and word !~ '^[\\^~[:digit:]]' and char_length(word) between 2 and 32
  order by ndoc desc, word
  limit ${4 * MAX_WORDS}`);
const deleteWords = statement<unknown>('delete from search_word');
const insertWords = statement<
  unknown,
  { words: readonly string[]; sounds: readonly string[]; posts: readonly number[] }
>(`
  insert into search_word (word, sound, posts)
  select word, sound, posts
  from unnest(:words::text[], :sounds::text[], :posts::int[]) as made(word, sound, posts)
  on conflict (word) do update set sound = excluded.sound, posts = excluded.posts`);

/** Recounts the words unless that was done lately. Returns their number, or 0. */
export async function refreshWords(db: Db): Promise<number> {
  const [state] = await isFresh(db, { version: TOKENS_VERSION });
  if (state?.fresh) return 0;
  const counted = await countWords(db);
  const words = counted
    .filter(({ word }) => OFFERED_PATTERN.test(word))
    .flatMap(({ word, posts }) => {
      const sound = HAN_PATTERN.test(word) ? toSound(word) : word;
      return sound === undefined ? [] : [{ word, posts, sound }];
    })
    .slice(0, MAX_WORDS);
  await inTransaction(db, async (tx) => {
    await deleteWords(tx);
    await insertWords(tx, {
      words: words.map((one) => one.word),
      sounds: words.map((one) => one.sound),
      posts: words.map((one) => one.posts),
    });
    await saveSiteState(tx, STATE_NAME, { version: TOKENS_VERSION });
  });
  return words.length;
}
