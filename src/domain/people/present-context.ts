import { relativeTime } from '#contracts/relative-time.ts';
import type { ReferenceData } from '../reference/reference-data.ts';
import type { ReadContext } from '../shared/read-context.ts';
import type { Viewer } from '../shared/viewer.ts';
import { type NamesUser, type PresentedUsers, readPresentedUsers } from './presented-users.ts';

/** Inputs of presenters besides a row. */
export interface PresentContext {
  reference: ReferenceData;
  users: PresentedUsers;
  viewer: Viewer | null;
  withheldTexts: ReadContext['withheldTexts'];
  mediaWords: ReadContext['mediaWords'];
  /** Relative time of a past moment, such as "3 minutes ago". */
  timeAgo(at: Date): string;
}

/** Reads the inputs of presenters. `naming`: rows that contain all users to present. */
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
