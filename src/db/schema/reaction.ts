import { index, integer, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, id } from './columns.ts';
import { forum } from './forum.ts';
import { comment, post } from './post.ts';
import { thread } from './thread.ts';
import { user } from './user.ts';

/* Likes and favourites. */

export const threadLike = pgTable(
  'thread_like',
  {
    userId: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    threadId: integer()
      .notNull()
      .references(() => thread.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.threadId] }),
    index('thread_like_thread').on(t.threadId, t.createdAt.desc().nullsFirst()),
  ],
);

export const postLike = pgTable(
  'post_like',
  {
    userId: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    postId: integer()
      .notNull()
      .references(() => post.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.postId] }),
    index('post_like_post').on(t.postId, t.createdAt.desc().nullsFirst()),
  ],
);

export const commentLike = pgTable(
  'comment_like',
  {
    userId: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    commentId: integer()
      .notNull()
      .references(() => comment.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.commentId] }),
    index('comment_like_comment').on(t.commentId, t.createdAt.desc().nullsFirst()),
  ],
);

export const threadFavourite = pgTable(
  'thread_favourite',
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    threadId: integer()
      .notNull()
      .references(() => thread.id, { onDelete: 'cascade' }),
    /** The originally chosen thread, if a moderator merged it into this one. */
    fromThreadId: integer(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('thread_favourite_once').on(t.userId, t.threadId),
    index('thread_favourite_thread').on(t.threadId),
  ],
);

export const forumFavourite = pgTable(
  'forum_favourite',
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    forumId: integer()
      .notNull()
      .references(() => forum.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('forum_favourite_once').on(t.userId, t.forumId),
    index('forum_favourite_forum').on(t.forumId),
  ],
);
