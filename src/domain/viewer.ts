import { ADMIN_USER_IDS } from '#contracts/ranks.ts';

/** Who reads; null is a visitor. */
export interface Viewer {
  userId: number;
  groupId: number;
  /** `read`: their group reads what isn't for everybody. */
  rights: { read: boolean };
}

/**
 * Whether somebody may everything: groups 10000 and 10001, and users who moderate everywhere
 * whatever their group (R20).
 */
export const isGlobalModerator = (viewer: Pick<Viewer, 'userId' | 'groupId'> | null): boolean =>
  viewer !== null &&
  (ADMIN_USER_IDS.includes(viewer.groupId) || ADMIN_USER_IDS.includes(viewer.userId));

/**
 * The viewer as statements take one: null for a visitor and who reads no more than one, 0 for who
 * may read everything, else the group.
 */
export function toReaderGroupId(viewer: Viewer | null): number | null {
  if (isGlobalModerator(viewer)) return 0;
  return viewer?.rights.read ? viewer.groupId : null;
}
