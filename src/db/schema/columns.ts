import { sql } from 'drizzle-orm';
import { boolean, integer, text, timestamp } from 'drizzle-orm/pg-core';

/** Primary key of every table with rows of its own. */
export const id = () => integer().primaryKey().generatedByDefaultAsIdentity();
export const moment = () => timestamp({ withTimezone: true, mode: 'date' });
export const createdAt = () => moment().notNull().defaultNow();
export const updatedAt = () => moment().notNull().defaultNow();
/** A number kept in the transaction that changes what it counts. */
export const counter = () => integer().notNull().default(0);
/**
 * Rises with each change that an administrator makes, so that two of them don't overwrite each
 * other's.
 */
export const version = () => integer().notNull().default(1);
export const flag = () => boolean().notNull().default(false);

/**
 * normal: shown. hidden: by a moderator, can be shown again. deleted: by the author or a moderator.
 */
export const state = () => text().notNull().default('normal');
export const STATES = sql.raw(`('normal', 'hidden', 'deleted')`);
