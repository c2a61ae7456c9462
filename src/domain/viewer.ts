import { ADMIN_USER_IDS } from '#contracts/ranks.ts';

/** The user who reads; null is a visitor. */
export interface Viewer {
  userId: number;
  groupId: number;
  /** `read`: their group reads what isn't for everybody. */
  rights: { read: boolean };
}

/**
 * Whether a user moderates everywhere: members of groups 10000 and 10001, and the users with these
 * ids whatever their group (R20).
 */
export const isGlobalModerator = (viewer: Pick<Viewer, 'userId' | 'groupId'> | null): boolean =>
  viewer !== null &&
  (ADMIN_USER_IDS.includes(viewer.groupId) || ADMIN_USER_IDS.includes(viewer.userId));

/**
 * A viewer as statements take it: null for visitors and users who read no more than visitors, 0 for
 * users who may read everything, else the group's id.
 */
export type ReaderGroup = number | null;

export function toReaderGroupId(viewer: Viewer | null): ReaderGroup {
  if (isGlobalModerator(viewer)) return 0;
  return viewer?.rights.read ? viewer.groupId : null;
}

/** Where somebody moderates. */
export interface ModerationReach {
  /** Everywhere: administrators, and users 10000 and 10001. */
  isGlobal: boolean;
  /** The forums that list the moderator. */
  forums: readonly number[];
}

/** The forums of a reach as statements take them, or one of these; null is everywhere. */
export function toForumIds(reach: ModerationReach, forumId?: number): readonly number[] | null {
  if (forumId === undefined) return reach.isGlobal ? null : reach.forums;
  return reach.isGlobal || reach.forums.includes(forumId) ? [forumId] : [];
}

/** Groups ids by reader; a reader without any has an empty set. */
export function groupByReader(
  readers: readonly ReaderGroup[],
  rows: readonly { id: number; reader: ReaderGroup }[],
): Map<ReaderGroup, Set<number>> {
  const idsByReader = new Map(readers.map((reader) => [reader, new Set<number>()]));
  for (const { id, reader } of rows) idsByReader.get(reader)?.add(id);
  return idsByReader;
}
