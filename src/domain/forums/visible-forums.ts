import { AppError } from '#contracts/errors.ts';
import type { ForumBriefWire, SectionWire, ThemeChoiceWire } from '#contracts/wire/forum.ts';
import type { UserBriefWire } from '#contracts/wire/user.ts';
import { toSectionWire } from '../reference/forum-wire.ts';
import { type ReferenceData, readReferenceData } from '../reference/reference-data.ts';
import type { MayModerate } from '../shared/forum-access.ts';
import type { ReadContext } from '../shared/read-context.ts';
import { getModerators } from './moderators.ts';

/** Sections with the forums that the viewer may read; without such forums a section is omitted. */
export async function readVisibleSections({
  db,
  timeZone,
  viewer,
}: ReadContext): Promise<SectionWire[]> {
  const reference = await readReferenceData(db, timeZone);
  const forums = [...reference.forums.values()].filter((forum) =>
    reference.canRead(forum.id, viewer),
  );
  return reference.sections
    .map((section) =>
      toSectionWire(
        section,
        forums.filter((forum) => forum.type_id === section.id),
      ),
    )
    .filter((section) => section.forum.length > 0);
}

/** The readable forums in section order. */
export async function readVisibleForums(reading: ReadContext): Promise<ForumBriefWire[]> {
  return (await readVisibleSections(reading)).flatMap((section) => section.forum);
}

/** The reference data. Throws notFound, also if the viewer may not read the forum. */
async function requireReadableForum(
  { db, timeZone, viewer }: ReadContext,
  forumId: number,
): Promise<ReferenceData> {
  const reference = await readReferenceData(db, timeZone);
  if (!reference.canRead(forumId, viewer)) throw new AppError('notFound');
  return reference;
}

/** A forum's themes. Throws notFound, also if the viewer may not read it. */
export async function readThemes(
  reading: ReadContext,
  forumId: number,
  mayModerate: MayModerate,
): Promise<ThemeChoiceWire[]> {
  const { themes, moderatorThemeIds } = await requireReadableForum(reading, forumId);
  const isModerator = reading.viewer !== null && (await mayModerate(reading.db, forumId));
  return [...themes.values()]
    .filter((theme) => theme.forum_id === forumId)
    .map((theme) => ({ ...theme, may_choose: isModerator || !moderatorThemeIds.has(theme.id) }));
}

/** A forum's moderators and the global ones. Throws notFound, also if it isn't readable. */
export async function readModerators(
  reading: ReadContext,
  forumId: number,
): Promise<UserBriefWire[]> {
  return getModerators(await requireReadableForum(reading, forumId), forumId);
}
