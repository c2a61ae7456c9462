import { readStored, writeStored } from '../core/stored-json.ts';

/*
 * The texts of small fields, stored in this browser until they are sent. Keys begin like those of
 * drafts (draft-records.ts), which deletes outdated ones, and hold the user, because browsers are
 * shared.
 */

/** The key of a text in this browser's storage. */
export const savedTextKey = (userId: number, what: string): string => `draft:${userId}:${what}`;

/** The stored text; undefined when there is none. */
export const readSavedText = <Kept extends object>(userId: number, what: string) =>
  readStored<Kept>(savedTextKey(userId, what));

/** Stores a text, or deletes it when it is undefined. */
export const saveText = (userId: number, what: string, kept: object | undefined): void =>
  void writeStored(savedTextKey(userId, what), kept && { ...kept, at: Date.now() });
