import { relativeTime } from '#contracts/relative-time.ts';
import type { ReadContext } from './read-context.ts';
import type { ReferenceData } from './reference-data.ts';
import { type NamesUser, type PresentedUsers, readPresentedUsers } from './user/presented-users.ts';
import type { Viewer } from './viewer.ts';

/** What presenters need besides a row. */
export interface PresentContext {
  reference: ReferenceData;
  users: PresentedUsers;
  viewer: Viewer | null;
  withheldTexts: ReadContext['withheldTexts'];
  mediaWords: ReadContext['mediaWords'];
  /** "3 minutes ago", for a moment of the past. */
  timeAgo(at: Date): string;
}

/**
 * Reads what presenters need besides the reference data. `naming` are rows that name all users who
 * are presented.
 */
export async function createPresentContext(
  { db, lang, viewer, withheldTexts, mediaWords }: ReadContext,
  reference: ReferenceData,
  naming: readonly NamesUser[],
): Promise<PresentContext> {
  const now = Date.now();
  return {
    reference,
    users: await readPresentedUsers(db, naming, reference, lang, now),
    viewer,
    withheldTexts,
    mediaWords,
    timeAgo: (at) => relativeTime(lang, at.getTime(), now),
  };
}
