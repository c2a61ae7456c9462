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
} from 'drizzle-orm/pg-core';
import { booleanFlag, counter, createdAt, id, timestampTz, updatedAt } from './columns.ts';
import { session } from './session.ts';
import { user } from './user.ts';

/* What is pushed to whom: see decisions/mail-and-push.md. */

/** A browser that somebody has switched push on in. */
export const pushSubscription = pgTable(
  'push_subscription',
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** It ends with the session in which it was made. */
    sessionHash: text()
      .notNull()
      .references(() => session.tokenHash, { onDelete: 'cascade' }),
    /** The address at the push service; whoever knows it may not send without our key. */
    endpoint: text().notNull().unique(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    userAgent: text().notNull().default(''),
    /** It was made on the phone's site, whose pages are opened then. */
    isPhone: booleanFlag(),
    createdAt: createdAt(),
    sentAt: timestampTz(),
    /** Since the last message that was taken. */
    failures: counter(),
  },
  (t) => [
    index('push_subscription_user').on(t.userId, t.id),
    index('push_subscription_session').on(t.sessionHash),
    check('push_subscription_endpoint', sql`length(${t.endpoint}) <= 500`),
  ],
);

/** What somebody wants to be pushed; made with the first of their browsers. */
export const pushChoice = pgTable(
  'push_choice',
  {
    userId: integer()
      .primaryKey()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** Which notifications are pushed: {"like": false} switches likes off. */
    notices: jsonb().$type<Record<string, boolean>>().notNull().default({}),
    /** Hours of the day between which nothing is pushed; null: there are none. */
    quietFrom: smallint(),
    quietUntil: smallint(),
    timeZone: text().notNull(),
    /** Nothing more is pushed before. */
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

/**
 * Events to push when they are due. The triggers that queue mail write it
 * (db/migrations/0001_triggers_and_storage.sql).
 */
export const pushEvent = pgTable(
  'push_event',
  {
    userId: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** Of what is shown in one place; the tag of the notification that a browser shows. */
    key: text().notNull(),
    kind: text().notNull(),
    /** One of these two; no foreign keys: what is gone isn't pushed. */
    notificationId: integer(),
    letterId: integer(),
    /** How many it stands for. */
    events: integer().notNull().default(1),
    dueAt: timestampTz().notNull(),
    tries: smallint().notNull().default(0),
    /** Browsers that it couldn't be sent to; null: all. */
    browsers: integer().array(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] }), index('push_event_due').on(t.dueAt)],
);
