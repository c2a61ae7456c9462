import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { booleanFlag, counter, createdAt, id, timestampTz, updatedAt, version } from './columns.ts';

/** A set of rights. `allow…` columns are the contract's rights; groups 10000 and 10001 have all. */
export const group = pgTable('group', {
  /** Ids below 100, 10000 and 10001 are built in. */
  id: integer().primaryKey().generatedByDefaultAsIdentity({ startWith: 100 }),
  name: text().notNull(),
  nameEn: text().notNull(),
  parentId: integer().notNull().default(0),
  allowRead: booleanFlag(),
  allowThread: booleanFlag(),
  allowPost: booleanFlag(),
  allowAttach: booleanFlag(),
  allowDown: booleanFlag(),
  allowTop: booleanFlag(),
  allowUpdate: booleanFlag(),
  allowDelete: booleanFlag(),
  allowMove: booleanFlag(),
  allowBanUser: booleanFlag(),
  allowDeleteUser: booleanFlag(),
  allowView: booleanFlag(),
  version: version(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export const level = pgTable('level', {
  id: smallint().primaryKey(),
  name: text().notNull(),
  nameEn: text().notNull(),
  icon: text().notNull().default(''),
  colorId: integer().notNull().default(0),
  minCredits: integer().notNull().unique(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export const user = pgTable(
  'user',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity({ startWith: 10000 }),
    /** The provider and its id of the person; null until a seeded person logs in. */
    issuer: text(),
    subject: text(),
    username: text().notNull(),
    nickname: text().notNull(),
    /**
     * appearanceOf(nickname); null until the job of db/unique-nicknames.ts has filled older rows.
     */
    nameAppearance: text(),
    realname: text().notNull().default(''),
    /** Address of an uploaded picture; '' shows the picture generated from the id. */
    avatar: text().notNull().default(''),
    /** The person chose the picture, or none, here: the provider's doesn't replace it. */
    avatarChosen: booleanFlag(),
    /** When the person last chose a nickname here; then the provider's is ignored. */
    renamedAt: timestampTz(),
    description: text().notNull().default(''),
    language: text().notNull().default('zh'),
    groupId: integer()
      .notNull()
      .references(() => group.id),
    credits: counter(),
    /** The highest level that the person's credits reach: domain/shared/level-sql.ts. */
    levelId: smallint()
      .notNull()
      .default(1)
      .references(() => level.id),
    threadsCnt: counter(),
    postsCnt: counter(),
    likesCnt: counter(),
    digestsCnt: counter(),
    favouritesCnt: counter(),
    /** The person's replies that an asker marked as the answer or a moderator featured. */
    featuredCnt: counter(),
    email: text().notNull().default(''),
    emailChecked: booleanFlag(),
    mobile: text().notNull().default(''),
    qq: text().notNull().default(''),
    createdIp: text().notNull().default(''),
    loginIp: text().notNull().default(''),
    loginsCnt: counter(),
    loginAt: timestampTz().notNull().defaultNow(),
    /**
     * A ban in force: null is none, 'infinity' permanent. Copied here, so that lists need no join.
     */
    bannedFrom: timestampTz(),
    bannedUntil: timestampTz(),
    contentHidden: booleanFlag(),
    /** Threads that they write in are watched automatically. */
    autoWatch: booleanFlag().default(true),
    /** Older content counts as read. */
    readBefore: timestampTz().notNull().defaultNow(),
    /** Which notifications the person wants: {"like": false} turns likes off. */
    notify: jsonb().$type<Record<string, boolean>>().notNull().default({}),
    /** When the person closed the welcome for new members. */
    welcomeClosedAt: timestampTz(),
    /** When the account was deleted. */
    leftAt: timestampTz(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('user_identity').on(t.issuer, t.subject).where(sql`${t.subject} is not null`),
    uniqueIndex('user_username').on(sql`lower(${t.username})`),
    index('user_nickname').on(sql`lower(${t.nickname}) text_pattern_ops`),
    index('user_name_appearance').on(t.nameAppearance),
    index('user_featured').on(t.featuredCnt.desc().nullsFirst(), t.id),
    index('user_created').on(t.createdAt, t.id),
    index('user_hidden').on(t.id).where(sql`${t.contentHidden}`),
    // Search columns of administrators. Posting changes none of them.
    index('user_login').on(t.loginAt, t.id),
    index('user_group').on(t.groupId, t.createdAt, t.id),
    index('user_banned').on(t.bannedUntil).where(sql`${t.bannedUntil} is not null`),
    index('user_ban_begin').on(t.bannedFrom).where(sql`${t.bannedFrom} is not null`),
    index('user_email').on(sql`lower(${t.email}) text_pattern_ops`).where(sql`${t.email} <> ''`),
    index('user_mobile').on(t.mobile).where(sql`${t.mobile} <> ''`),
    index('user_created_ip').on(t.createdIp).where(sql`${t.createdIp} <> ''`),
    index('user_login_ip').on(t.loginIp).where(sql`${t.loginIp} <> ''`),
    check('user_language', sql`${t.language} in ('zh', 'en')`),
  ],
);

/** Given-up names, reserved for a while: db/former-names.ts. */
export const formerName = pgTable(
  'former_name',
  {
    userId: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** A hash of the name's appearance: names of deleted accounts aren't stored. */
    appearanceHash: text().notNull(),
    releasedAt: timestampTz().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.appearanceHash] }),
    index('former_name_appearance').on(t.appearanceHash),
    index('former_name_released').on(t.releasedAt),
  ],
);

export const userTag = pgTable(
  'user_tag',
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** The interface language that shows it: zh, en, or '' for both. */
    language: text().notNull().default(''),
    text: text().notNull(),
    color: text().notNull().default(''),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: timestampTz(),
  },
  (t) => [index('user_tag_user').on(t.userId)],
);
