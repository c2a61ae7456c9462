import { sql } from 'drizzle-orm';
import {
  check,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { counter, createdAt, flag, id, moment, updatedAt } from './columns.ts';
import { forum, theme } from './forum.ts';
import { user } from './user.ts';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/**
 * normal: shown. hidden: by a moderator, can be shown again. deleted: by the author or a moderator.
 */
const state = () => text().notNull().default('normal');
const STATES = sql.raw(`('normal', 'hidden', 'deleted')`);

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
    language: text().notNull(),
    state: state(),
    /** false: waits for a moderator's review and is shown to its author alone. */
    checked: flag().default(true),
    closed: flag(),
    resolved: flag(),
    /** Pinned everywhere; greater comes first. */
    top: smallint().notNull().default(0),
    /** Pinned in its forum; greater comes first. */
    topForum: smallint().notNull().default(0),
    digest: flag(),
    digestForum: flag(),
    /**
     * What lists by "hot" order by: replies and likes, fading with age; see domain/thread/hot.ts.
     */
    hot: integer().notNull().default(0),
    hasPoll: flag(),
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
    lastReplyAt: moment().notNull().defaultNow(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: moment(),
    deletedBy: integer().references(() => user.id),
    /** Its posts stand in that thread now: addresses of this one lead there. */
    mergedInto: integer(),
  },
  (t) => {
    const listed = sql`${t.state} = 'normal' and ${t.checked}`;
    return [
      index('thread_by_reply')
        .on(t.lastReplyAt.desc().nullsFirst(), t.id.desc().nullsFirst())
        .where(listed),
      index('thread_by_age')
        .on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())
        .where(listed),
      index('thread_by_heat').on(t.hot.desc().nullsFirst(), t.id.desc().nullsFirst()).where(listed),
      index('thread_digest')
        .on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())
        .where(sql`${listed} and ${t.digest}`),
      index('thread_top')
        .on(t.top.desc().nullsFirst(), t.id.desc().nullsFirst())
        .where(sql`${t.state} = 'normal' and ${t.top} > 0`),
      index('thread_forum_by_reply')
        .on(t.forumId, t.lastReplyAt.desc().nullsFirst(), t.id.desc().nullsFirst())
        .where(listed),
      index('thread_forum_by_age')
        .on(t.forumId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())
        .where(listed),
      index('thread_forum_by_heat')
        .on(t.forumId, t.hot.desc().nullsFirst(), t.id.desc().nullsFirst())
        .where(listed),
      index('thread_forum_digest')
        .on(t.forumId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())
        .where(sql`${listed} and (${t.digestForum} or ${t.digest})`),
      index('thread_forum_top')
        .on(t.forumId, t.topForum.desc().nullsFirst(), t.id.desc().nullsFirst())
        .where(sql`${t.state} = 'normal' and ${t.topForum} > 0`),
      index('thread_theme')
        .on(t.themeId, t.lastReplyAt.desc().nullsFirst(), t.id.desc().nullsFirst())
        .where(listed),
      index('thread_withheld')
        .on(t.forumId, t.id.desc().nullsFirst())
        .where(sql`${t.state} <> 'normal' or not ${t.checked}`),
      index('thread_user').on(t.userId, t.id.desc().nullsFirst()),
      index('thread_withdrawn').on(t.id).where(sql`${t.state} <> 'normal'`),
      index('thread_unchecked').on(t.id).where(sql`not ${t.checked}`),
      index('thread_english')
        .on(t.lastReplyAt.desc().nullsFirst(), t.id.desc().nullsFirst())
        .where(sql`${listed} and ${t.language} = 'en_US'`),
      check('thread_state', sql`${t.state} in ${STATES}`),
      check('thread_language', sql`${t.language} in ('zh_CN', 'en_US')`),
    ];
  },
);

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
    /** 0 is the first post; replies count from 1 and keep their floor for ever. */
    floor: integer().notNull(),
    /** What the author sent. */
    source: text().notNull(),
    /** The same, sanitized when it was written under the policy of that number (R13). */
    html: text().notNull(),
    policy: integer().notNull(),
    /** The same as plain text, cut, for quotes, feeds and notices. */
    excerpt: text().notNull().default(''),
    /** Recognizes the same content by the same author (err_code repeat). */
    contentHash: text().notNull(),
    quotePostId: integer(),
    quoteUserId: integer().references(() => user.id),
    state: state(),
    checked: flag().default(true),
    featured: flag(),
    likesCnt: counter(),
    commentsCnt: counter(),
    imagesCnt: counter(),
    filesCnt: counter(),
    createdIp: text().notNull().default(''),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    editedAt: moment(),
    editedBy: integer().references(() => user.id),
    deletedAt: moment(),
    deletedBy: integer().references(() => user.id),
    /** Where it stood before a moderator merged or split threads. */
    fromThreadId: integer(),
    fromFloor: integer(),
    /** Tokens of its text, of a first post also of the subject: see search/vector.ts. */
    search: tsvector(),
  },
  (t) => [
    uniqueIndex('post_floor').on(t.threadId, t.floor),
    index('post_by_author_in_thread').on(t.threadId, t.userId, t.floor),
    index('post_user').on(t.userId, t.id.desc().nullsFirst()),
    index('post_featured').on(t.threadId, t.floor).where(sql`${t.featured}`),
    index('post_featured_lately').on(t.createdAt).where(sql`${t.featured}`),
    index('post_unchecked').on(t.id).where(sql`not ${t.checked}`),
    index('post_withdrawn').on(t.id).where(sql`${t.state} <> 'normal'`),
    index('post_forum_replies').on(t.forumId, t.id.desc().nullsFirst()).where(sql`${t.floor} > 0`),
    index('post_forum_threads').on(t.forumId, t.id.desc().nullsFirst()).where(sql`${t.floor} = 0`),
    index('post_from').on(t.fromThreadId, t.fromFloor).where(sql`${t.fromThreadId} is not null`),
    // A list of what is still to be sorted in would make now and then one writer wait for all, and
    // every search look through it.
    index('post_search').using('gin', t.search).with({ fastupdate: false }),
    check('post_state', sql`${t.state} in ${STATES}`),
  ],
);

/** What stood in a post before an edit. */
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
    /** Only of a first post. */
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
    checked: flag().default(true),
    createdIp: text().notNull().default(''),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: moment(),
    deletedBy: integer().references(() => user.id),
  },
  (t) => [
    index('comment_post').on(t.postId, t.id),
    index('comment_thread').on(t.threadId),
    index('comment_user').on(t.userId, t.id.desc().nullsFirst()),
    index('comment_unchecked').on(t.id).where(sql`not ${t.checked}`),
    check('comment_state', sql`${t.state} in ${STATES}`),
  ],
);

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

/**
 * Who read a thread lately: a view counts once per visitor and 10 minutes. Rows are swept after
 * that.
 */
export const threadView = pgTable(
  'thread_view',
  {
    threadId: integer().notNull(),
    visitor: text().notNull(),
    seenAt: moment().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.threadId, t.visitor] }), index('thread_view_age').on(t.seenAt)],
);

/**
 * What somebody wrote lately: the same again is refused (err_code repeat), also when two requests
 * race for the row.
 */
export const recentContent = pgTable(
  'recent_content',
  {
    userId: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    contentHash: text().notNull(),
    writtenAt: moment().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.contentHash] }),
    index('recent_content_age').on(t.writtenAt),
  ],
);

export const poll = pgTable(
  'poll',
  {
    threadId: integer()
      .primaryKey()
      .references(() => thread.id, { onDelete: 'cascade' }),
    question: text().notNull().default(''),
    maxChoices: smallint().notNull().default(1),
    /** Results are shown before one has voted. */
    resultsVisible: flag().default(true),
    /** Who voted for what is shown. */
    votersVisible: flag(),
    days: integer().notNull(),
    expiresAt: moment().notNull(),
    votersCnt: counter(),
    createdAt: createdAt(),
  },
  (t) => [check('poll_choices', sql`${t.maxChoices} between 1 and 20`)],
);

export const pollOption = pgTable(
  'poll_option',
  {
    id: id(),
    threadId: integer()
      .notNull()
      .references(() => poll.threadId, { onDelete: 'cascade' }),
    rank: smallint().notNull(),
    text: text().notNull(),
    votesCnt: counter(),
  },
  (t) => [uniqueIndex('poll_option_rank').on(t.threadId, t.rank)],
);

/** One row per voter: a second vote fails on the key. */
export const pollVote = pgTable(
  'poll_vote',
  {
    threadId: integer()
      .notNull()
      .references(() => poll.threadId, { onDelete: 'cascade' }),
    userId: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    optionIds: integer().array().notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.threadId, t.userId] })],
);

export interface DraftBody {
  themeId?: number | undefined;
  subject?: string | undefined;
  message?: string | undefined;
  language?: string | undefined;
  poll?: unknown;
  /** What a reply answers, as it is shown above it. */
  quote?: unknown;
  /** Of a thread that is changed: what it was written from. */
  revision?: number | undefined;
  /** Which sheet wrote it last: see domain/draft/save.ts. */
  writer?: string | undefined;
}

/** Text that somebody is still writing: a new thread, or a reply when threadId is given (R27). */
export const draft = pgTable(
  'draft',
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    forumId: integer().references(() => forum.id, { onDelete: 'set null' }),
    threadId: integer().references(() => thread.id, { onDelete: 'cascade' }),
    postId: integer().references(() => post.id, { onDelete: 'cascade' }),
    body: jsonb().$type<DraftBody>().notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('draft_user').on(t.userId, t.updatedAt.desc().nullsFirst()),
    index('draft_thread').on(t.threadId).where(sql`${t.threadId} is not null`),
    index('draft_post').on(t.postId).where(sql`${t.postId} is not null`),
  ],
);
