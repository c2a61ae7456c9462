import { bigint, customType, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { post } from './post.ts';
import { user } from './user.ts';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/**
 * What posts and their comments are found by. It is written by the indexer alone
 * (domain/search/index-posts.ts), a moment after the text.
 */
export const postSearch = pgTable(
  'post_search',
  {
    postId: integer()
      .notNull()
      .references(() => post.id, { onDelete: 'cascade' }),
    /** 0 for the post itself. */
    commentId: integer().notNull().default(0),
    /** Who wrote the text: the post's or the comment's author. */
    authorId: integer()
      .notNull()
      .references(() => user.id),
    /** Tokens of the text; of a first post also of the subject and the poll: search/tsvector.ts. */
    tokens: tsvector().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.postId, t.commentId] }),
    index('post_search_author').on(t.authorId, t.postId.desc().nullsFirst()),
    // A list of what is still to be sorted in would be read by every search.
    index('post_search_tokens').using('gin', t.tokens).with({ fastupdate: false }),
  ],
);

/** Posts, with their subjects and polls, and comments that have changed since they were indexed. */
export const searchChange = pgTable('search_change', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  postId: integer().notNull(),
  /** 0 for the post itself. */
  commentId: integer().notNull().default(0),
});

/**
 * Words of posts that everybody may read, which are offered for mistyped ones
 * (domain/search/refresh-words.ts). Unlogged: they are counted anew each day.
 */
export const searchWord = pgTable(
  'search_word',
  {
    word: text().primaryKey(),
    /** Of Chinese how it is typed (search/word-sound.ts), otherwise the word. */
    sound: text().notNull(),
    /** How many posts have it. */
    posts: integer().notNull(),
  },
  (t) => [
    index('search_word_sound').on(t.sound),
    index('search_word_trigrams').using('gist', t.sound.op('gist_trgm_ops')),
  ],
);
