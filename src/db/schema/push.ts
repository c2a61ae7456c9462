import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { booleanFlag, counter, createdAt, id, timestampTz, updatedAt } from './columns.ts';
import { session } from './session.ts';
import { user } from './user.ts';

/* Push: see decisions/mail-and-push.md. */

/** A browser with push enabled. */
export const pushSubscription = pgTable(
  'push_subscription',
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** The session that created it; the subscription ends with it. */
    sessionHash: text()
      .notNull()
      .references(() => session.tokenHash, { onDelete: 'cascade' }),
    /** URL at the push service; sending to it also requires our key. */
    endpoint: text().notNull().unique(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    userAgent: text().notNull().default(''),
    /** Created on the mobile site: its pages are opened. */
    isPhone: booleanFlag(),
    createdAt: createdAt(),
    sentAt: timestampTz(),
    /** Failures since the last accepted message. */
    failures: counter(),
  },
  (t) => [
    index('push_subscription_user').on(t.userId, t.id),
    index('push_subscription_session').on(t.sessionHash),
    check('push_subscription_endpoint', sql`length(${t.endpoint}) <= 500`),
  ],
);

/** A user's push settings, created with the first browser. */
export const pushChoice = pgTable(
  'push_choice',
  {
    userId: integer()
      .primaryKey()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** Which notifications are pushed: {"like": false} turns likes off. */
    notices: jsonb().$type<Record<string, boolean>>().notNull().default({}),
    /** Quiet hours of the day, without push; null: none. */
    quietFrom: smallint(),
    quietUntil: smallint(),
    timeZone: text().notNull(),
    /** Nothing is pushed before that. */
    nextAt: timestampTz().notNull().defaultNow(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check(
      'push_choice_quiet',
      sql`num_nulls(${t.quietFrom}, ${t.quietUntil}) <> 1 and ${t.quietFrom} <> ${t.quietUntil}`,
    ),
    check(
      'push_choice_hours',
      sql`${t.quietFrom} between 0 and 23 and ${t.quietUntil} between 0 and 23`,
    ),
  ],
);
