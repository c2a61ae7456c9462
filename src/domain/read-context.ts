import type { Lang } from '#contracts/language.ts';
import { relativeTime } from '#contracts/relative-time.ts';
import type { Db } from '#db/client.ts';
import type { Viewer } from './forum/access.ts';
import type { ReferenceData } from './reference-data.ts';
import { type PresentedUsers, readPresentedUsers } from './user/presented-users.ts';

/** A request to read: who asks, in which language, of which database. */
export interface ReadContext {
  db: Db;
  /** The community's, for counts of today. */
  timeZone: string;
  viewer: Viewer | null;
  lang: Lang;
  /** What is said in place of content, in that language. */
  withheldTexts: { hidden: string; review: string };
}

/** What presenters need besides a row. */
export interface PresentContext {
  reference: ReferenceData;
  users: PresentedUsers;
  viewer: Viewer | null;
  withheldTexts: ReadContext['withheldTexts'];
  /** "3 minutes ago", for a moment of the past. */
  timeAgo(at: Date): string;
}

/**
 * Finds what presenters need of people besides the community; `people` gives the versions of their
 * rows.
 */
export async function createPresentContext(
  { db, lang, viewer, withheldTexts }: ReadContext,
  reference: ReferenceData,
  userVersions: ReadonlyMap<number, string>,
): Promise<PresentContext> {
  const now = Date.now();
  return {
    reference,
    users: await readPresentedUsers(db, userVersions, reference, lang, now),
    viewer,
    withheldTexts,
    timeAgo: (at) => relativeTime(lang, at.getTime(), now),
  };
}

/** Text as the HTML that shows it. */
export const textToHtml = (text: string): string =>
  /[&<>]/.test(text)
    ? text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
    : text;
