import { sql } from 'drizzle-orm';
import {
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core';
import { booleanFlag, counter, createdAt, id, updatedAt, version } from './columns.ts';
import { group, user } from './user.ts';

export const section = pgTable('section', {
  id: id(),
  name: text().notNull(),
  nameEn: text().notNull(),
  rank: smallint().notNull().default(0),
  recommended: booleanFlag(),
  version: version(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export const forum = pgTable(
  'forum',
  {
    id: id(),
    sectionId: integer()
      .notNull()
      .references(() => section.id),
    slug: text().notNull().unique(),
    name: text().notNull(),
    nameEn: text().notNull(),
    brief: text().notNull().default(''),
    briefEn: text().notNull().default(''),
    announcement: text().notNull().default(''),
    announcementEn: text().notNull().default(''),
    icon: text().notNull().default(''),
    linkUrl: text().notNull().default(''),
    rank: smallint().notNull().default(0),
    recommended: booleanFlag(),
    /** 'public' forums are published as files; the API serves 'members' and 'groups'. */
    access: text().notNull().default('public'),
    threadsCnt: counter(),
    /** English threads; the others are Chinese. */
    englishCnt: counter(),
    /** Replies and first posts. */
    postsCnt: counter(),
    digestsCnt: counter(),
    favouritesCnt: counter(),
    visitsCnt: counter(),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('forum_section').on(t.sectionId, t.rank),
    check('forum_access', sql`${t.access} in ('public', 'members', 'groups')`),
  ],
);

export const forumGroup = pgTable(
  'forum_group',
  {
    forumId: integer()
      .notNull()
      .references(() => forum.id, { onDelete: 'cascade' }),
    groupId: integer()
      .notNull()
      .references(() => group.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.forumId, t.groupId] })],
);

/** Activity of a forum on a day in the community's time zone: counts of today, and the charts. */
export const forumDay = pgTable(
  'forum_day',
  {
    forumId: integer()
      .notNull()
      .references(() => forum.id, { onDelete: 'cascade' }),
    day: date({ mode: 'string' }).notNull(),
    threads: counter(),
    replies: counter(),
    visits: counter(),
  },
  (t) => [primaryKey({ columns: [t.forumId, t.day] }), index('forum_day_day').on(t.day)],
);

export const theme = pgTable(
  'theme',
  {
    id: id(),
    forumId: integer()
      .notNull()
      .references(() => forum.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    nameEn: text().notNull(),
    rank: smallint().notNull().default(0),
    template: text().notNull().default(''),
    templateEn: text().notNull().default(''),
    /** Members can read its threads; only moderators can assign it. */
    moderatorsOnly: booleanFlag(),
    threadsCnt: counter(),
    version: version(),
  },
  (t) => [index('theme_forum').on(t.forumId, t.rank)],
);

export const forumModerator = pgTable(
  'forum_moderator',
  {
    forumId: integer()
      .notNull()
      .references(() => forum.id, { onDelete: 'cascade' }),
    userId: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    rank: smallint().notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.forumId, t.userId] }),
    index('forum_moderator_user').on(t.userId),
  ],
);
