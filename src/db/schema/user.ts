import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { booleanFlag, counter, createdAt, id, timestampTz, updatedAt, version } from './columns.ts';

/**
 * A set of rights. `allow…` columns are the contract's rights; groups 10000 and 10001 may
 * everything.
 */
export const group = pgTable('group', {
  /** The product knows some below 100, and 10000 and 10001. */
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
    /**
     * The provider and its name for the person; null until the first login of a person that was
     * seeded.
     */
    issuer: text(),
    subject: text(),
    username: text().notNull(),
    nickname: text().notNull(),
    /**
     * appearanceOf(nickname) of contracts/appearance.ts; null until the job of
     * db/unique-nicknames.ts has computed it for rows of before.
     */
    nameAppearance: text(),
    realname: text().notNull().default(''),
    /** Address of an uploaded picture; '' shows the drawing made from the id. */
    avatar: text().notNull().default(''),
    /**
     * The person chose the picture here, or chose to have none: the provider's doesn't come back.
     */
    avatarChosen: booleanFlag(),
    /**
     * When the person last chose another nickname here; from then on the provider's is not taken
     * over.
     */
    renamedAt: timestampTz(),
    description: text().notNull().default(''),
    language: text().notNull().default('zh'),
    groupId: integer()
      .notNull()
      .references(() => group.id),
    credits: counter(),
    /** The highest level whose credits the person has: domain/user/level-sql.ts. */
    levelId: smallint()
      .notNull()
      .default(1)
      .references(() => level.id),
    threadsCnt: counter(),
    postsCnt: counter(),
    likesCnt: counter(),
    digestsCnt: counter(),
    favouritesCnt: counter(),
    /** Replies of this person that an asker marked as the answer or a moderator featured. */
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
     * A ban in force: null is none, 'infinity' one without end. Kept by moderation, so that no list
     * has to join bans.
     */
    bannedFrom: timestampTz(),
    bannedUntil: timestampTz(),
    contentHidden: booleanFlag(),
    /** Which notifications the person wants: {"like": false} turns likes off. */
    notify: jsonb().$type<Record<string, boolean>>().notNull().default({}),
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
    // What administrators look for people by. Nothing of it changes when somebody writes.
    index('user_login').on(t.loginAt, t.id),
    index('user_group').on(t.groupId, t.createdAt, t.id),
    index('user_banned').on(t.bannedUntil).where(sql`${t.bannedUntil} is not null`),
    index('user_email').on(sql`lower(${t.email}) text_pattern_ops`).where(sql`${t.email} <> ''`),
    index('user_mobile').on(t.mobile).where(sql`${t.mobile} <> ''`),
    index('user_created_ip').on(t.createdIp).where(sql`${t.createdIp} <> ''`),
    index('user_login_ip').on(t.loginIp).where(sql`${t.loginIp} <> ''`),
    check('user_language', sql`${t.language} in ('zh', 'en')`),
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

/** Logged-in browsers. Only the hash of the cookie is stored. */
export const session = pgTable(
  'session',
  {
    tokenHash: text().primaryKey(),
    userId: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** 'site' or 'admin': the two have cookies of their own. */
    kind: text().notNull().default('site'),
    /** What the provider gave, for ending its session at logout. */
    idToken: text(),
    ip: text().notNull().default(''),
    userAgent: text().notNull().default(''),
    createdAt: createdAt(),
    seenAt: timestampTz().notNull().defaultNow(),
    /**
     * When the person last proved at the provider who they are; what is dangerous asks for a recent
     * one.
     */
    authenticatedAt: timestampTz().notNull().defaultNow(),
    expiresAt: timestampTz().notNull(),
  },
  (t) => [
    index('session_user').on(t.userId),
    index('session_expiry').on(t.expiresAt),
    check('session_kind', sql`${t.kind} in ('site', 'admin')`),
  ],
);

/**
 * Who came in, from where, and who didn't: what people and administrators look at when an account
 * behaves oddly. Apart from the action log, because these rows are personal, are many, and end
 * (SIGN_INS_KEPT_DAYS); src/decisions/sessions.md.
 */
export const signIn = pgTable(
  'sign_in',
  {
    id: id(),
    /** null: refused before it was known who it was. */
    userId: integer().references(() => user.id, { onDelete: 'cascade' }),
    kind: text().notNull(),
    /** One of SIGN_IN_EVENTS (contracts/sign-in-events.ts). */
    event: text().notNull(),
    /** Why it was refused; else ''. */
    reason: text().notNull().default(''),
    ip: text().notNull(),
    userAgent: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('sign_in_user').on(t.userId, t.id.desc().nullsFirst()),
    index('sign_in_ip').on(t.ip, t.id.desc().nullsFirst()),
    index('sign_in_created').on(t.createdAt),
    check('sign_in_kind', sql`${t.kind} in ('site', 'admin')`),
  ],
);

/** A login under way: what must come back from the provider, and where to go then. */
export const loginAttempt = pgTable(
  'login_attempt',
  {
    state: text().primaryKey(),
    kind: text().notNull().default('site'),
    nonce: text().notNull(),
    verifier: text().notNull(),
    returnUrl: text().notNull(),
    /** Hash of a cookie, so that only the browser that began the login can finish it. */
    browserHash: text().notNull(),
    expiresAt: timestampTz().notNull(),
  },
  (t) => [index('login_attempt_expiry').on(t.expiresAt)],
);

/** Personal access tokens (R43). Only the hash is stored; `hint` is its last four characters. */
export const accessToken = pgTable(
  'access_token',
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    tokenHash: text().notNull().unique(),
    hint: text().notNull(),
    scopes: text().array().notNull(),
    createdAt: createdAt(),
    usedAt: timestampTz(),
    expiresAt: timestampTz(),
    revokedAt: timestampTz(),
  },
  (t) => [index('access_token_user').on(t.userId)],
);

export const ban = pgTable(
  'ban',
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => user.id),
    moderatorId: integer()
      .notNull()
      .references(() => user.id),
    reason: text().notNull(),
    beginAt: timestampTz().notNull(),
    /** null: until somebody lifts it. */
    endAt: timestampTz(),
    hideContent: booleanFlag(),
    liftedAt: timestampTz(),
    liftedBy: integer().references(() => user.id),
    createdAt: createdAt(),
  },
  (t) => [
    index('ban_user').on(t.userId, t.id.desc().nullsFirst()),
    index('ban_created').on(t.createdAt),
    index('ban_in_force').on(t.endAt).where(sql`${t.liftedAt} is null`),
    check('ban_order', sql`${t.endAt} is null or ${t.endAt} > ${t.beginAt}`),
  ],
);

/** Requests counted by rate-limiter-flexible; the columns are the library's. */
export const rateLimit = pgTable('rate_limit', {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: 'number' }),
});
