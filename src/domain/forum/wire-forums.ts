import { AppError } from '#contracts/errors.ts';
import type { ForumBriefWire, SectionWire, ThemeWire } from '#contracts/wire/forum.ts';
import type { UserBriefWire } from '#contracts/wire/user.ts';
import { presentSection } from './present.ts';
import { type Community, moderatorsOf, readCommunity } from './wire-community.ts';
import type { Reading } from './wire-reading.ts';

/**
 * Sections, each with the forums that the viewer may read; a section with none of them isn't shown.
 */
export async function readForumSections({ db, timeZone, viewer }: Reading): Promise<SectionWire[]> {
  const community = await readCommunity(db, timeZone);
  const forums = [...community.forums.values()].filter((forum) =>
    community.mayRead(forum.id, viewer),
  );
  return community.sections
    .map((section) =>
      presentSection(
        section,
        forums.filter((forum) => forum.type_id === section.id),
      ),
    )
    .filter((section) => section.forum.length > 0);
}

/** The forums that the viewer may read, in the order of their sections. */
export async function readForumRows(reading: Reading): Promise<ForumBriefWire[]> {
  return (await readForumSections(reading)).flatMap((section) => section.forum);
}

/** The community, if the viewer may read this forum of it. Throws notFound. */
async function communityOf({ db, timeZone, viewer }: Reading, forumId: number): Promise<Community> {
  const community = await readCommunity(db, timeZone);
  if (!community.mayRead(forumId, viewer)) throw new AppError('notFound');
  return community;
}

/**
 * The kinds of thread that a forum offers. Throws notFound, also for a forum that the viewer may
 * not read.
 */
export async function readThemes(reading: Reading, forumId: number): Promise<ThemeWire[]> {
  return [...(await communityOf(reading, forumId)).themes.values()].filter(
    (theme) => theme.forum_id === forumId,
  );
}

/**
 * Who moderates a forum, there or everywhere. Throws notFound, also for a forum that the viewer may
 * not read.
 */
export async function readModerators(reading: Reading, forumId: number): Promise<UserBriefWire[]> {
  return moderatorsOf(await communityOf(reading, forumId), forumId);
}
