import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, id, timestampTz } from './columns.ts';
import { user } from './user.ts';

/** Logged-in browsers. Only the hash of the cookie is stored. */
export const session = pgTable(
  'session',
  {
    tokenHash: text().primaryKey(),
    userId: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** 'site' or 'admin': each has its own cookie. */
    kind: text().notNull().default('site'),
    /** The provider's token, for ending its session at logout. */
    idToken: text(),
    ip: text().notNull().default(''),
    userAgent: text().notNull().default(''),
    createdAt: createdAt(),
    seenAt: timestampTz().notNull().defaultNow(),
    /** The last login with proof of identity; dangerous actions need a recent one. */
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
 * Successful and refused logins. Not in the action log: the rows are personal, many, and expire
 * after SIGN_IN_RETENTION_DAYS (src/decisions/sessions.md).
 */
export const signIn = pgTable(
  'sign_in',
  {
    id: id(),
    /** null: refused before the user was known. */
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

/** A pending login: the expected reply of the provider, and where to go then. */
export const loginAttempt = pgTable(
  'login_attempt',
  {
    state: text().primaryKey(),
    kind: text().notNull().default('site'),
    nonce: text().notNull(),
    verifier: text().notNull(),
    returnUrl: text().notNull(),
    /** Hash of a cookie: only the browser that started the login can finish it. */
    browserHash: text().notNull(),
    /** When it was finished. The row is stored for a day, to explain a second return. */
    usedAt: timestampTz(),
    expiresAt: timestampTz().notNull(),
  },
  (t) => [index('login_attempt_expiry').on(t.expiresAt)],
);

/** Personal access tokens (R43). Only the hash is stored; `hint` is the last four characters. */
export const accessToken = pgTable(
  'access_token',
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** The administrator who created it for the person; null: the person. */
    issuerId: integer().references(() => user.id, { onDelete: 'set null' }),
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
