import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import type { MailFrequency, MailKind, MailState, MailStop } from '#contracts/mailing.ts';
import { booleanFlag, createdAt, id, timestampTz, updatedAt } from './columns.ts';
import { user } from './user.ts';

/* Mail: see decisions/mail-and-push.md. */

/** A user's mail settings; a user without a row gets no mail. */
export const mailChoice = pgTable(
  'mail_choice',
  {
    userId: integer()
      .primaryKey()
      .references(() => user.id, { onDelete: 'cascade' }),
    frequency: text().$type<MailFrequency>().notNull().default('off'),
    /** Which notifications are mailed: {"like": false} turns likes off. */
    notices: jsonb().$type<Record<string, boolean>>().notNull().default({}),
    digest: booleanFlag(),
    timeZone: text().notNull(),
    /** Why mail to the address is suspended. */
    stoppedReason: text().$type<MailStop>(),
    stoppedAt: timestampTz(),
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

/** Emails waiting to be sent, and the log of sent ones. Their contents aren't stored. */
export const mail = pgTable(
  'mail',
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    kind: text().$type<MailKind>().notNull(),
    state: text().$type<MailState>().notNull().default('waiting'),
    /** Number of events in it. */
    events: integer().notNull().default(0),
    /** The keys of its delivery events, with their numbers of events. */
    refs: jsonb().$type<unknown[]>().notNull().default([]),
    tries: smallint().notNull().default(0),
    /** The mail server's reply. */
    error: text().notNull().default(''),
    createdAt: createdAt(),
    /** When its state last changed. */
    updatedAt: updatedAt(),
    sentAt: timestampTz(),
    /** When it bounced, or was reported as spam. */
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
