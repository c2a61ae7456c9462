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
    /** false: waits for a moderator's review and is shown to its author alone. */
    checked: booleanFlag().default(true),
    closed: booleanFlag(),
    /** When a closed thread opens again by itself. */
    reopensAt: timestampTz(),
    /** Minutes between two posts of a member in it (slow mode); 0: as they like. */
    slowMinutes: smallint().notNull().default(0),
    resolved: booleanFlag(),
    /** Pinned everywhere; greater comes first. */
    top: smallint().notNull().default(0),
    /** Pinned in its forum; greater comes first. */
    topForum: smallint().notNull().default(0),
    digest: booleanFlag(),
    digestForum: booleanFlag(),
    /**
     * What lists by "hot" order by: replies and likes, fading with age; see domain/thread/heat.ts.
     */
    hot: integer().notNull().default(0),
    hasPoll: booleanFlag(),
    viewsCnt: counter(),
    /** Replies that are shown; the first post isn't counted. */
    repliesCnt: counter(),
    /** The floor of the newest reply, deleted ones included: floors are given once. */
    lastFloor: counter(),
    likesCnt: counter(),
    favouritesCnt: counter(),
    imagesCnt: counter(),
    filesCnt: counter(),
    moderationsCnt: counter(),
    /** The first post; null only inside the transaction that creates the thread. */
    firstPostId: integer(),
    lastPostId: integer(),
    lastUserId: integer().references(() => user.id),
    lastReplyAt: timestampTz().notNull().defaultNow(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: timestampTz(),
    deletedBy: integer().references(() => user.id),
    /** Its posts stand in that thread now: addresses of this one lead there. */
    mergedInto: integer(),
  },
  (t) => {
    const isListedSql = sql`${t.state} = 'normal' and ${t.checked}`;
    // The two indexes of each order of lists: of all forums, and of one. A list in one language
    // skips the others in the index itself: in the rows that takes a hundred times as long.
    const listIndexes = ORDERS.flatMap((order) => {
      const { column, index: suffix, onlyDigests } = getListOrder(order);
      // made anew for each index: Drizzle takes the direction from what it is given
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
      // Of all its threads, shown or not: whether a theme has any is asked for, too.
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

/**
 * Who read a thread lately: a view counts once per visitor and 10 minutes. Rows are swept after
 * that.
 */
export const threadView = pgTable(
  'thread_view',
  {
    threadId: integer().notNull(),
    visitor: text().notNull(),
    seenAt: timestampTz().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.threadId, t.visitor] }), index('thread_view_age').on(t.seenAt)],
);
