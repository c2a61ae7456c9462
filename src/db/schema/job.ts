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

/** Background work of an administrator; its progress survives a restart. */
export const job = pgTable(
  'job',
  {
    id: id(),
    kind: text().notNull(),
    state: text().notNull().default('waiting'),
    params: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** Number of items; null until they are counted. */
    total: integer(),
    done: counter(),
    /** Items found or changed. */
    found: counter(),
    /** Resume position: the last id, or the number of finished items. */
    cursor: integer().notNull().default(0),
    /** Cause of failure: a dictionary code or a system message. */
    error: text().notNull().default(''),
    actorId: integer().references(() => user.id),
    cancelAsked: boolean().notNull().default(false),
    /** The process that runs it. */
    runner: text(),
    createdAt: createdAt(),
    startedAt: timestampTz(),
    finishedAt: timestampTz(),
    /** Heartbeat of a running job. */
    updatedAt: updatedAt(),
  },
  (t) => [
    index('job_open').on(t.id).where(sql`${t.state} in ('waiting', 'running')`),
    check('job_state', sql`${t.state} in ('waiting', 'running', 'done', 'failed', 'cancelled')`),
  ],
);

/** Results of a job, in order. */
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
