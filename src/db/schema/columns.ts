import { sql } from 'drizzle-orm';
import { boolean, integer, text, timestamp } from 'drizzle-orm/pg-core';

/** Primary key of every table with rows of its own. */
export const id = () => integer().primaryKey().generatedByDefaultAsIdentity();
export const timestampTz = () => timestamp({ withTimezone: true, mode: 'date' });
export const createdAt = () => timestampTz().notNull().defaultNow();
export const updatedAt = () => timestampTz().notNull().defaultNow();
/** A number kept in the transaction that changes what it counts. */
export const counter = () => integer().notNull().default(0);
/**
 * Rises with each change that an administrator makes, so that two of them don't overwrite each
 * other's.
 */
export const version = () => integer().notNull().default(1);
export const booleanFlag = () => boolean().notNull().default(false);

const STATES = ['normal', 'hidden', 'deleted'] as const;
/** Of a thread, a post or a comment. */
export type ContentState = (typeof STATES)[number];
/**
 * normal: shown. hidden: by a moderator, can be shown again. deleted: by the author or a moderator.
 */
export const state = () => text({ enum: STATES }).notNull().default('normal');
export const STATES_SQL = sql.raw(`(${STATES.map((one) => `'${one}'`).join(', ')})`);
