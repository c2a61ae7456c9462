import { bigint, customType, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { post } from './post.ts';
import { user } from './user.ts';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** Search index of posts and comments, written by the indexer (domain/search/index-posts.ts). */
export const postSearch = pgTable(
  'post_search',
  {
    postId: integer()
      .notNull()
      .references(() => post.id, { onDelete: 'cascade' }),
    /** 0 for the post itself. */
    commentId: integer().notNull().default(0),
    /** The post's or the comment's author. */
    authorId: integer()
      .notNull()
      .references(() => user.id),
    /** Tokens of the text; for a first post also of subject and poll (search/tsvector.ts). */
    tokens: tsvector().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.postId, t.commentId] }),
    index('post_search_author').on(t.authorId, t.postId.desc().nullsFirst()),
    // With fast updates, every search would also read the pending list.
    index('post_search_tokens').using('gin', t.tokens).with({ fastupdate: false }),
  ],
);

/** Posts (with subject and poll) and comments that changed since they were indexed. */
export const searchChange = pgTable('search_change', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  postId: integer().notNull(),
  /** 0 for the post itself. */
  commentId: integer().notNull().default(0),
});

/** Words of public posts, suggested for typos. Unlogged: recounted daily. */
export const searchWord = pgTable(
  'search_word',
  {
    word: text().primaryKey(),
    /** For Chinese its typed sound (search/word-sound.ts), otherwise the word. */
    sound: text().notNull(),
    /** Number of posts with it. */
    posts: integer().notNull(),
  },
  (t) => [
    index('search_word_sound').on(t.sound),
    index('search_word_trigrams').using('gist', t.sound.op('gist_trgm_ops')),
  ],
);
