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
import type { MailFrequency, MailKind, MailState, MailStop } from '#contracts/mailing.ts';
import { booleanFlag, createdAt, id, timestampTz, updatedAt } from './columns.ts';
import { user } from './user.ts';

/* What is mailed to whom: see decisions/mail-and-push.md. */

/** What somebody wants to be mailed; who never chose has no row, and gets nothing. */
export const mailChoice = pgTable(
  'mail_choice',
  {
    userId: integer()
      .primaryKey()
      .references(() => user.id, { onDelete: 'cascade' }),
    frequency: text().$type<MailFrequency>().notNull().default('off'),
    /** Which notifications are mailed: {"like": false} switches likes off. */
    notices: jsonb().$type<Record<string, boolean>>().notNull().default({}),
    digest: booleanFlag(),
    timeZone: text().notNull(),
    /** Why nothing reaches the address. */
    stoppedReason: text().$type<MailStop>(),
    stoppedAt: timestampTz(),
    /** When the next digest is due. */
    digestAt: timestampTz(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('mail_choice_digest').on(t.digestAt).where(sql`${t.digestAt} is not null`),
    index('mail_choice_stopped').on(t.stoppedAt).where(sql`${t.stoppedAt} is not null`),
    check('mail_choice_frequency', sql`${t.frequency} in ('off', 'now', 'hourly', 'daily')`),
    check('mail_choice_stopped_reason', sql`${t.stoppedReason} in ('bounce', 'complaint')`),
  ],
);

/**
 * Events to mail when they are due. Triggers write it, for users who want mail
 * (db/migrations/0001_triggers_and_storage.sql).
 */
export const mailEvent = pgTable(
  'mail_event',
  {
    userId: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** Of what is told together: the group of a notification, or who wrote letters. */
    key: text().notNull(),
    kind: text().notNull(),
    /** One of these two; no foreign keys: what is gone isn't mailed. */
    notificationId: integer(),
    letterId: integer(),
    /** How many it stands for. */
    events: integer().notNull().default(1),
    dueAt: timestampTz().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] }), index('mail_event_due').on(t.dueAt)],
);

/** Letters that wait, and the log of those that were sent. Their contents aren't kept. */
export const mail = pgTable(
  'mail',
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    kind: text().$type<MailKind>().notNull(),
    state: text().$type<MailState>().notNull().default('waiting'),
    /** How many events it tells of. */
    events: integer().notNull().default(0),
    /** Which notifications and letters of members: see domain/mail/gather.ts. */
    refs: jsonb().$type<unknown[]>().notNull().default([]),
    tries: smallint().notNull().default(0),
    /** What the mail server said. */
    error: text().notNull().default(''),
    createdAt: createdAt(),
    /** When its state last changed. */
    updatedAt: updatedAt(),
    sentAt: timestampTz(),
    /** When it came back, or was complained about. */
    returnedAt: timestampTz(),
  },
  (t) => [
    index('mail_state').on(t.state, t.createdAt),
    index('mail_created').on(t.createdAt),
    index('mail_user').on(t.userId, t.id.desc().nullsFirst()),
    check('mail_kind', sql`${t.kind} in ('notices', 'digest', 'account', 'test')`),
    check(
      'mail_state_known',
      sql`${t.state} in ('waiting', 'sending', 'sent', 'failed', 'dropped')`,
    ),
  ],
);
