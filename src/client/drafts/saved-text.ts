import { readStored, writeStored } from '../core/stored-json.ts';

/*
 * Unsent texts of small fields in this browser. Their keys have the prefix of drafts, so that
 * draft-records.ts deletes outdated ones, and the user, because browsers are shared.
 */

export const savedTextKey = (userId: number, what: string): string => `draft:${userId}:${what}`;

export const readSavedText = <Saved extends object>(userId: number, what: string) =>
  readStored<Saved>(savedTextKey(userId, what));

/** Stores a text, or deletes it if undefined. */
export const saveText = (userId: number, what: string, saved: object | undefined): void =>
  void writeStored(savedTextKey(userId, what), saved && { ...saved, at: Date.now() });
