import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import { counter, createdAt, id, timestampTz, updatedAt } from './columns.ts';
import { user } from './user.ts';

/** Work that an administrator started and watches: how far it is survives a restart. */
export const job = pgTable(
  'job',
  {
    id: id(),
    kind: text().notNull(),
    state: text().notNull().default('waiting'),
    params: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** How much there is to do; null while nobody has counted. */
    total: integer(),
    done: counter(),
    /** What it was looking for, or changed. */
    found: counter(),
    /** Where to go on: the last id, or how many were done. */
    cursor: integer().notNull().default(0),
    /** Why it failed; a code for the dictionaries or a message of the system. */
    error: text().notNull().default(''),
    actorId: integer().references(() => user.id),
    cancelAsked: boolean().notNull().default(false),
    /** The process that works on it. */
    runner: text(),
    createdAt: createdAt(),
    startedAt: timestampTz(),
    finishedAt: timestampTz(),
    /** While it runs: a sign of life. */
    updatedAt: updatedAt(),
  },
  (t) => [
    index('job_open').on(t.id).where(sql`${t.state} in ('waiting', 'running')`),
    check('job_state', sql`${t.state} in ('waiting', 'running', 'done', 'failed', 'cancelled')`),
  ],
);

/** What a job found, in its order. */
export const jobItem = pgTable(
  'job_item',
  {
    jobId: integer()
      .notNull()
      .references(() => job.id, { onDelete: 'cascade' }),
    n: integer().notNull(),
    detail: jsonb().$type<Record<string, unknown>>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.jobId, t.n] })],
);
