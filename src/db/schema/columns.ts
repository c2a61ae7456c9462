import { sql } from 'drizzle-orm';
import { boolean, integer, text, timestamp } from 'drizzle-orm/pg-core';

export const id = () => integer().primaryKey().generatedByDefaultAsIdentity();
export const timestampTz = () => timestamp({ withTimezone: true, mode: 'date' });
export const createdAt = () => timestampTz().notNull().defaultNow();
export const updatedAt = () => timestampTz().notNull().defaultNow();
/** A count, updated in the transaction that changes what it counts. */
export const counter = () => integer().notNull().default(0);
/** Rises with each change by an administrator, against concurrent overwrites. */
export const version = () => integer().notNull().default(1);
export const booleanFlag = () => boolean().notNull().default(false);

const STATES = ['normal', 'hidden', 'deleted'] as const;
/** Of a thread, a post or a comment. */
export type ContentState = (typeof STATES)[number];
/** hidden: by a moderator, reversible. deleted: by the author or a moderator. */
export const state = () => text({ enum: STATES }).notNull().default('normal');
export const STATES_SQL = sql.raw(`(${STATES.map((one) => `'${one}'`).join(', ')})`);
