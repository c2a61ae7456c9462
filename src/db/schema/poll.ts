import { sql } from 'drizzle-orm';
import {
  check,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { booleanFlag, counter, createdAt, id, timestampTz } from './columns.ts';
import { thread } from './thread.ts';
import { user } from './user.ts';

export const poll = pgTable(
  'poll',
  {
    threadId: integer()
      .primaryKey()
      .references(() => thread.id, { onDelete: 'cascade' }),
    question: text().notNull().default(''),
    maxChoices: smallint().notNull().default(1),
    /** Results are visible before voting. */
    resultsVisible: booleanFlag().default(true),
    votersVisible: booleanFlag(),
    /** Voters can change their vote while the poll is open. */
    changeable: booleanFlag(),
    days: integer().notNull(),
    expiresAt: timestampTz().notNull(),
    votersCnt: counter(),
    createdAt: createdAt(),
  },
  (t) => [check('poll_choices', sql`${t.maxChoices} between 1 and 20`)],
);

export const pollOption = pgTable(
  'poll_option',
  {
    id: id(),
    threadId: integer()
      .notNull()
      .references(() => poll.threadId, { onDelete: 'cascade' }),
    rank: smallint().notNull(),
    text: text().notNull(),
    votesCnt: counter(),
  },
  (t) => [uniqueIndex('poll_option_rank').on(t.threadId, t.rank)],
);

/** One row per voter: a second vote violates the key, or replaces the first. */
export const pollVote = pgTable(
  'poll_vote',
  {
    threadId: integer()
      .notNull()
      .references(() => poll.threadId, { onDelete: 'cascade' }),
    userId: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    optionIds: integer().array().notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.threadId, t.userId] })],
);
