import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { createdAt, timestampTz } from './columns.ts';

/**
 * Challenges of our own captcha (R32): asked, perhaps solved, gone once used. Unlogged: they live
 * for two minutes.
 */
export const captcha = pgTable(
  'captcha',
  {
    id: text().primaryKey(),
    /** popup: before writing; bound: before searching. */
    kind: text().notNull(),
    /** The session or the address that it was made for. */
    bearer: text().notNull(),
    /** {x} of the slider, or the proof of work that was given out and its secret. */
    answer: jsonb().notNull(),
    tries: smallint().notNull().default(0),
    /** Of what the browser was given when it was solved. */
    tokenHash: text().unique(),
    createdAt: createdAt(),
    expiresAt: timestampTz().notNull(),
  },
  (t) => [
    index('captcha_expiry').on(t.expiresAt),
    check('captcha_kind', sql`${t.kind} in ('popup', 'bound')`),
  ],
);

/** Passes: captchas that were solved and are good for more searches. Unlogged too. */
export const captchaGrant = pgTable(
  'captcha_grant',
  {
    /** Hash of the account, or of a visitor's solution. */
    key: text().primaryKey(),
    uses: smallint().notNull(),
    maxUses: smallint().notNull().default(30),
    /** Hashes of the addresses that a visitor has searched from. */
    addresses: text().array().notNull().default([]),
    expiresAt: timestampTz().notNull(),
  },
  (t) => [index('captcha_grant_expiry').on(t.expiresAt)],
);
