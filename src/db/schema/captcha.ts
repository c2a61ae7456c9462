import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { createdAt, timestampTz } from './columns.ts';

/** Challenges of our own captcha (R32), deleted once used. Unlogged: they live two minutes. */
export const captcha = pgTable(
  'captcha',
  {
    id: text().primaryKey(),
    /** popup: before posting; bound: before searching. */
    kind: text().notNull(),
    /** The session or the address that it was issued to. */
    issuedTo: text().notNull(),
    /** {x} of the slider, or the proof of work with its secret. */
    answer: jsonb().notNull(),
    tries: smallint().notNull().default(0),
    /** Hash of the token that the browser got for the solution. */
    tokenHash: text().unique(),
    createdAt: createdAt(),
    expiresAt: timestampTz().notNull(),
  },
  (t) => [
    index('captcha_expiry').on(t.expiresAt),
    check('captcha_kind', sql`${t.kind} in ('popup', 'bound')`),
  ],
);

/** Passes of solved captchas for further searches. Unlogged too. */
export const captchaGrant = pgTable(
  'captcha_grant',
  {
    /** Hash of the account, or of a visitor's solution. */
    key: text().primaryKey(),
    uses: smallint().notNull(),
    maxUses: smallint().notNull().default(30),
    /** Hashes of the addresses from which a visitor has searched. */
    addresses: text().array().notNull().default([]),
    expiresAt: timestampTz().notNull(),
  },
  (t) => [index('captcha_grant_expiry').on(t.expiresAt)],
);
