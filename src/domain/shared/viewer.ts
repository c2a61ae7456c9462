import { ADMIN_USER_IDS } from '#contracts/ranks.ts';

/** A reading user; null is a visitor. */
export interface Viewer {
  userId: number;
  groupId: number;
  /** `read`: the user's group reads non-public forums. */
  rights: { read: boolean };
}

/** Groups 10000 and 10001, and users with these ids (R20). */
export const isGlobalModerator = (viewer: Pick<Viewer, 'userId' | 'groupId'> | null): boolean =>
  viewer !== null &&
  (ADMIN_USER_IDS.includes(viewer.groupId) || ADMIN_USER_IDS.includes(viewer.userId));

/** null: no more than visitors. 0: everything. Else the group's id. */
export type ReaderGroup = number | null;

export function toReaderGroupId(viewer: Viewer | null): ReaderGroup {
  if (isGlobalModerator(viewer)) return 0;
  return viewer?.rights.read ? viewer.groupId : null;
}

export interface ModerationReach {
  /** Administrators, and users 10000 and 10001. */
  isGlobal: boolean;
  /** Forums that list the moderator. */
  forums: readonly number[];
}

/** Forum ids for statements: all of a reach, or the given one; null means everywhere. */
export function toForumIds(reach: ModerationReach, forumId?: number): readonly number[] | null {
  if (forumId === undefined) return reach.isGlobal ? null : reach.forums;
  return reach.isGlobal || reach.forums.includes(forumId) ? [forumId] : [];
}

/** Groups ids by reader; a reader without ids gets an empty set. */
export function groupByReader(
  readers: readonly ReaderGroup[],
  rows: readonly { id: number; reader: ReaderGroup }[],
): Map<ReaderGroup, Set<number>> {
  const idsByReader = new Map(readers.map((reader) => [reader, new Set<number>()]));
  for (const { id, reader } of rows) idsByReader.get(reader)?.add(id);
  return idsByReader;
}
