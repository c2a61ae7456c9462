import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { booleanFlag, createdAt, id, timestampTz } from './columns.ts';
import { forum } from './forum.ts';
import { letter } from './message.ts';
import { comment, post } from './post.ts';
import { thread } from './thread.ts';
import { user } from './user.ts';

export const report = pgTable(
  'report',
  {
    id: id(),
    reporterId: integer()
      .notNull()
      .references(() => user.id),
    /** These are null for a private message. */
    forumId: integer().references(() => forum.id),
    threadId: integer().references(() => thread.id),
    postId: integer().references(() => post.id),
    /** Set if only this comment under the post was reported. */
    commentId: integer().references(() => comment.id),
    letterId: integer().references(() => letter.id),
    kind: text().notNull(),
    message: text().notNull().default(''),
    state: text().notNull().default('open'),
    takenBy: integer().references(() => user.id),
    handledBy: integer().references(() => user.id),
    handledAt: timestampTz(),
    outcome: text(),
    note: text().notNull().default(''),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('report_open_once')
      .on(
        t.reporterId,
        sql`coalesce(${t.postId}, 0)`,
        sql`coalesce(${t.commentId}, 0)`,
        sql`coalesce(${t.letterId}, 0)`,
      )
      .where(sql`${t.state} <> 'handled'`),
    index('report_reporter').on(t.reporterId),
    index('report_queue').on(t.state, t.id.desc().nullsFirst()),
    index('report_created').on(t.createdAt),
    index('report_forum').on(t.forumId, t.state, t.id.desc().nullsFirst()),
    index('report_thread').on(t.threadId).where(sql`${t.threadId} is not null`),
    index('report_post').on(t.postId),
    index('report_comment').on(t.commentId).where(sql`${t.commentId} is not null`),
    index('report_letter').on(t.letterId).where(sql`${t.letterId} is not null`),
    check(
      'report_item',
      sql`case
        when ${t.letterId} is null then num_nulls(${t.forumId}, ${t.threadId}, ${t.postId}) = 0
        else num_nonnulls(${t.forumId}, ${t.threadId}, ${t.postId}, ${t.commentId}) = 0
      end`,
    ),
    check('report_state', sql`${t.state} in ('open', 'taken', 'handled')`),
  ],
);

export const warning = pgTable(
  'warning',
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => user.id),
    moderatorId: integer()
      .notNull()
      .references(() => user.id),
    threadId: integer().references(() => thread.id),
    postId: integer().references(() => post.id),
    note: text().notNull(),
    createdAt: createdAt(),
    withdrawnAt: timestampTz(),
    withdrawnBy: integer().references(() => user.id),
  },
  (t) => [
    index('warning_user').on(t.userId, t.id.desc().nullsFirst()),
    index('warning_post').on(t.postId).where(sql`${t.postId} is not null`),
    index('warning_counting').on(t.userId).where(sql`${t.withdrawnAt} is null`),
  ],
);

/** Moderators' notes on a user; only moderators see them. */
export const userNote = pgTable(
  'user_note',
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => user.id),
    writerId: integer()
      .notNull()
      .references(() => user.id),
    text: text().notNull(),
    createdAt: createdAt(),
    editedAt: timestampTz(),
  },
  (t) => [index('user_note_user').on(t.userId, t.id.desc().nullsFirst())],
);

/** Every moderator or administrator action, with one target. A trigger makes it append-only. */
export const actionLog = pgTable(
  'action_log',
  {
    id: id(),
    actorId: integer()
      .notNull()
      .references(() => user.id),
    action: text().notNull(),
    /** No foreign keys: the log outlives purged content and deleted forums. */
    targetThreadId: integer(),
    targetPostId: integer(),
    targetCommentId: integer(),
    targetUserId: integer().references(() => user.id),
    targetForumId: integer(),
    /** For a target without an id: a config entry, a word list. */
    targetName: text(),
    forumId: integer(),
    reason: text().notNull().default(''),
    detail: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    createdAt: createdAt(),
  },
  (t) => [
    index('action_log_time').on(t.createdAt.desc().nullsFirst()),
    index('action_log_actor').on(t.actorId, t.id.desc().nullsFirst()),
    index('action_log_action').on(t.action, t.id.desc().nullsFirst()),
    index('action_log_thread').on(t.targetThreadId, t.id.desc().nullsFirst()),
    index('action_log_post').on(t.targetPostId, t.id.desc().nullsFirst()),
    index('action_log_comment').on(t.targetCommentId, t.id.desc().nullsFirst()),
    index('action_log_user').on(t.targetUserId, t.id.desc().nullsFirst()),
    index('action_log_forum').on(t.forumId, t.id.desc().nullsFirst()),
    check(
      'action_log_one_target',
      sql`num_nonnulls(${sql.join(
        [
          t.targetThreadId,
          t.targetPostId,
          t.targetCommentId,
          t.targetUserId,
          t.targetForumId,
          t.targetName,
        ],
        sql`, `,
      )}) = 1`,
    ),
  ],
);

/** Why content is pending review, and for content stored unseen, users to notify on approval. */
export const held = pgTable(
  'held',
  {
    id: id(),
    postId: integer().references(() => post.id, { onDelete: 'cascade' }),
    commentId: integer().references(() => comment.id, { onDelete: 'cascade' }),
    /**
     * words: sensitive. captcha: skipped. newcomer: links in a first post. edit: words added later.
     */
    reason: text().notNull(),
    /** Never shown yet: nobody was notified, and the author has no credits for it. */
    unseen: booleanFlag().default(true),
    /** Users to notify on approval, and of what. */
    receivers: integer().array().notNull().default([]),
    kinds: text().array().notNull().default([]),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('held_post').on(t.postId).where(sql`${t.postId} is not null`),
    uniqueIndex('held_comment').on(t.commentId).where(sql`${t.commentId} is not null`),
    check('held_one', sql`num_nonnulls(${t.postId}, ${t.commentId}) = 1`),
    check('held_reason', sql`${t.reason} in ('words', 'captcha', 'newcomer', 'edit')`),
  ],
);
