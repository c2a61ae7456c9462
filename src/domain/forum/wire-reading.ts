import type { Lang } from '#contracts/language.ts';
import { relativeTime } from '#contracts/relative-time.ts';
import type { Db } from '#db/client.ts';
import { type People, readPeople } from '../user/wire-people.ts';
import type { Viewer } from './access.ts';
import type { Community } from './wire-community.ts';

/** A request to read: who asks, in which language, of which database. */
export interface Reading {
  db: Db;
  /** The community's, for counts of today. */
  timeZone: string;
  viewer: Viewer | null;
  lang: Lang;
  /** What is said in place of content, in that language. */
  instead: { hidden: string; review: string };
}

/** What presenters need besides a row. */
export interface Around {
  community: Community;
  people: People;
  viewer: Viewer | null;
  instead: Reading['instead'];
  /** "3 minutes ago", for a moment of the past. */
  ago(at: Date): string;
}

/**
 * Finds what presenters need of people besides the community; `people` gives the versions of their
 * rows.
 */
export async function around(
  { db, lang, viewer, instead }: Reading,
  community: Community,
  people: ReadonlyMap<number, string>,
): Promise<Around> {
  const now = Date.now();
  return {
    community,
    people: await readPeople(db, people, community, lang, now),
    viewer,
    instead,
    ago: (at) => relativeTime(lang, at.getTime(), now),
  };
}

/** Text as the HTML that shows it. */
export const textAsHtml = (text: string): string =>
  /[&<>]/.test(text)
    ? text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
    : text;
