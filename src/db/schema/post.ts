import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import {
  booleanFlag,
  counter,
  createdAt,
  id,
  STATES_SQL,
  state,
  timestampTz,
  updatedAt,
} from './columns.ts';
import { forum } from './forum.ts';
import { thread } from './thread.ts';
import { user } from './user.ts';

export const post = pgTable(
  'post',
  {
    id: id(),
    threadId: integer()
      .notNull()
      .references(() => thread.id),
    forumId: integer()
      .notNull()
      .references(() => forum.id),
    userId: integer()
      .notNull()
      .references(() => user.id),
    /** 0 is the first post; replies count from 1. A floor never changes. */
    floor: integer().notNull(),
    /** As the author sent it. */
    source: text().notNull(),
    /** The source, sanitized at write time under the policy with that number (R13). */
    html: text().notNull(),
    policy: integer().notNull(),
    /** The source as plain text, shortened, for quotes, feeds and notifications. */
    excerpt: text().notNull().default(''),
    /** Detects repeated content of the same author (err_code repeat). */
    contentHash: text().notNull(),
    quotePostId: integer(),
    quoteUserId: integer().references(() => user.id),
    state: state(),
    checked: booleanFlag().default(true),
    featured: booleanFlag(),
    likesCnt: counter(),
    commentsCnt: counter(),
    imagesCnt: counter(),
    filesCnt: counter(),
    createdIp: text().notNull().default(''),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    editedAt: timestampTz(),
    editedBy: integer().references(() => user.id),
    deletedAt: timestampTz(),
    deletedBy: integer().references(() => user.id),
    /** Its thread before moderators merged or split threads. */
    fromThreadId: integer(),
    fromFloor: integer(),
  },
  (t) => [
    uniqueIndex('post_floor').on(t.threadId, t.floor),
    index('post_by_author_in_thread').on(t.threadId, t.userId, t.floor),
    // Not partial: a partial index would look smaller than post_user for an author's replies.
    index('post_by_likes').on(t.threadId, t.likesCnt.desc().nullsFirst(), t.floor),
    index('post_user').on(t.userId, t.id.desc().nullsFirst()),
    index('post_featured').on(t.threadId, t.floor).where(sql`${t.featured}`),
    index('post_featured_lately').on(t.createdAt).where(sql`${t.featured}`),
    index('post_unchecked').on(t.id).where(sql`not ${t.checked}`),
    index('post_withdrawn').on(t.id).where(sql`${t.state} <> 'normal'`),
    index('post_forum_replies').on(t.forumId, t.id.desc().nullsFirst()).where(sql`${t.floor} > 0`),
    index('post_forum_threads').on(t.forumId, t.id.desc().nullsFirst()).where(sql`${t.floor} = 0`),
    index('post_from').on(t.fromThreadId, t.fromFloor).where(sql`${t.fromThreadId} is not null`),
    check('post_state', sql`${t.state} in ${STATES_SQL}`),
  ],
);

/** A post before an edit. */
export const postRevision = pgTable(
  'post_revision',
  {
    id: id(),
    postId: integer()
      .notNull()
      .references(() => post.id, { onDelete: 'cascade' }),
    editorId: integer()
      .notNull()
      .references(() => user.id),
    /** For a first post only. */
    subject: text(),
    source: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('post_revision_post').on(t.postId, t.id.desc().nullsFirst())],
);

export const comment = pgTable(
  'comment',
  {
    id: id(),
    postId: integer()
      .notNull()
      .references(() => post.id),
    threadId: integer()
      .notNull()
      .references(() => thread.id),
    userId: integer()
      .notNull()
      .references(() => user.id),
    source: text().notNull(),
    html: text().notNull(),
    policy: integer().notNull(),
    excerpt: text().notNull().default(''),
    contentHash: text().notNull(),
    state: state(),
    checked: booleanFlag().default(true),
    createdIp: text().notNull().default(''),
    likesCnt: counter(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    editedAt: timestampTz(),
    deletedAt: timestampTz(),
    deletedBy: integer().references(() => user.id),
  },
  (t) => [
    index('comment_post').on(t.postId, t.id),
    index('comment_thread').on(t.threadId),
    index('comment_user').on(t.userId, t.id.desc().nullsFirst()),
    index('comment_unchecked').on(t.id).where(sql`not ${t.checked}`),
    check('comment_state', sql`${t.state} in ${STATES_SQL}`),
  ],
);

export const commentRevision = pgTable(
  'comment_revision',
  {
    id: id(),
    commentId: integer()
      .notNull()
      .references(() => comment.id, { onDelete: 'cascade' }),
    editorId: integer()
      .notNull()
      .references(() => user.id),
    source: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('comment_revision_comment').on(t.commentId, t.id.desc().nullsFirst())],
);

/** An author's recent content: a repeat is refused (err_code repeat), also in a race. */
export const recentContent = pgTable(
  'recent_content',
  {
    userId: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    contentHash: text().notNull(),
    writtenAt: timestampTz().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.contentHash] }),
    index('recent_content_age').on(t.writtenAt),
  ],
);
