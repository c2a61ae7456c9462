import { sql } from 'drizzle-orm';
import { toCamelCase } from 'drizzle-orm/casing';
import { check, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { THREAD_LANGUAGES } from '#contracts/language.ts';
import { getListOrder, ORDERS } from '#contracts/list-orders.ts';
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
import { forum, theme } from './forum.ts';
import { user } from './user.ts';

export const thread = pgTable(
  'thread',
  {
    id: id(),
    forumId: integer()
      .notNull()
      .references(() => forum.id),
    themeId: integer()
      .notNull()
      .references(() => theme.id),
    userId: integer()
      .notNull()
      .references(() => user.id),
    subject: text().notNull(),
    /** The beginning of the first post as plain text, for lists, descriptions and feeds. */
    excerpt: text().notNull().default(''),
    language: text({ enum: THREAD_LANGUAGES }).notNull(),
    state: state(),
    /** false: pending review, visible to the author alone. */
    checked: booleanFlag().default(true),
    closed: booleanFlag(),
    /** When a closed thread reopens automatically. */
    reopensAt: timestampTz(),
    /** Minutes between two posts of a member (slow mode); 0: no limit. */
    slowMinutes: smallint().notNull().default(0),
    resolved: booleanFlag(),
    /** Pinned everywhere; greater comes first. */
    top: smallint().notNull().default(0),
    /** Pinned in its forum; greater comes first. */
    topForum: smallint().notNull().default(0),
    digest: booleanFlag(),
    digestForum: booleanFlag(),
    /** Sort key of "hot": replies and likes, fading with age (domain/content/thread/heat.ts). */
    hot: integer().notNull().default(0),
    hasPoll: booleanFlag(),
    viewsCnt: counter(),
    /** Visible replies, without the first post. */
    repliesCnt: counter(),
    /** The newest reply's floor, deleted ones included: floors are never reused. */
    lastFloor: counter(),
    likesCnt: counter(),
    favouritesCnt: counter(),
    imagesCnt: counter(),
    filesCnt: counter(),
    moderationsCnt: counter(),
    /** null only in the transaction that creates the thread. */
    firstPostId: integer(),
    lastPostId: integer(),
    lastUserId: integer().references(() => user.id),
    lastReplyAt: timestampTz().notNull().defaultNow(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: timestampTz(),
    deletedBy: integer().references(() => user.id),
    /** The thread that has its posts now; old addresses redirect there. */
    mergedInto: integer(),
  },
  (t) => {
    const isListedSql = sql`${t.state} = 'normal' and ${t.checked}`;
    // Two indexes per list order: all forums, and one forum. A list in one language must skip the
    // others in the index: in the rows it takes a hundred times as long.
    const listIndexes = ORDERS.flatMap((order) => {
      const { column, index: suffix, onlyDigests } = getListOrder(order);
      // new for each index: Drizzle stores the direction in the column object
      const sortKey = () =>
        [t[toCamelCase(column) as 'hot'].desc().nullsFirst(), t.id.desc().nullsFirst()] as const;
      return [
        index(`thread_${suffix}`)
          .on(...sortKey(), t.language)
          .where(onlyDigests ? sql`${isListedSql} and ${t.digest}` : isListedSql),
        index(`thread_forum_${suffix}`)
          .on(t.forumId, ...sortKey(), t.language)
          .where(
            onlyDigests ? sql`${isListedSql} and (${t.digestForum} or ${t.digest})` : isListedSql,
          ),
      ];
    });
    return [
      ...listIndexes,
      index('thread_top')
        .on(t.top.desc().nullsFirst(), t.id.desc().nullsFirst())
        .where(sql`${t.state} = 'normal' and ${t.top} > 0`),
      index('thread_forum_top')
        .on(t.forumId, t.topForum.desc().nullsFirst(), t.id.desc().nullsFirst())
        .where(sql`${t.state} = 'normal' and ${t.topForum} > 0`),
      // All threads, visible or not: the server also asks whether a theme has any.
      index('thread_theme').on(
        t.themeId,
        t.lastReplyAt.desc().nullsFirst(),
        t.id.desc().nullsFirst(),
      ),
      index('thread_withheld')
        .on(t.forumId, t.id.desc().nullsFirst())
        .where(sql`${t.state} <> 'normal' or not ${t.checked}`),
      index('thread_user').on(t.userId, t.id.desc().nullsFirst()),
      index('thread_withdrawn').on(t.id).where(sql`${t.state} <> 'normal'`),
      index('thread_reopens').on(t.reopensAt).where(sql`${t.reopensAt} is not null`),
      index('thread_unchecked').on(t.id).where(sql`not ${t.checked}`),
      index('thread_english')
        .on(t.lastReplyAt.desc().nullsFirst(), t.id.desc().nullsFirst())
        .where(sql`${isListedSql} and ${t.language} = 'en_US'`),
      check('thread_state', sql`${t.state} in ${STATES_SQL}`),
      check('thread_language', sql`${t.language} in ('zh_CN', 'en_US')`),
    ];
  },
);

/** Recent readers of a thread: a view counts once per visitor and 10 minutes. */
export const threadView = pgTable(
  'thread_view',
  {
    threadId: integer().notNull(),
    visitor: text().notNull(),
    seenAt: timestampTz().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.threadId, t.visitor] }), index('thread_view_age').on(t.seenAt)],
);
