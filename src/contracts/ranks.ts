/* Ranks of users. Not in auth/rights.ts, because the domain and screens need them too. */

/** Their members moderate everywhere and may enter the admin area (R20). */
export const SUPER_ADMIN_GROUP_ID = 10_000;
export const ADMIN_GROUP_ID = 10_001;
/** Members without special rights. */
export const MEMBER_GROUP_ID = 10;
/** They moderate everywhere regardless of their group. */
export const ADMIN_USER_IDS: readonly number[] = [SUPER_ADMIN_GROUP_ID, ADMIN_GROUP_ID];

/** Lowest first. moderator: of any forum. */
export const RANKS = ['member', 'moderator', 'administrator', 'super'] as const;
export type Rank = (typeof RANKS)[number];

export interface RankedUser {
  userId: number;
  groupId: number;
  /** In at least one forum. */
  moderates: boolean;
}

/** User and group 10000 are super administrators, user and group 10001 administrators. */
export function rankOf({ userId, groupId, moderates }: RankedUser): Rank {
  if (groupId === SUPER_ADMIN_GROUP_ID || userId === SUPER_ADMIN_GROUP_ID) return 'super';
  if (groupId === ADMIN_GROUP_ID || userId === ADMIN_GROUP_ID) return 'administrator';
  return moderates ? 'moderator' : 'member';
}

export const rankOfGroup = (groupId: number): Rank =>
  rankOf({ userId: 0, groupId, moderates: false });

/**
 * Ranks whose users one may ban, warn, log out or move to another group. Only super administrators
 * act within their rank, so that equals can't demote each other. Nobody acts on themselves.
 */
const RANKS_ACTED_ON: Readonly<Record<Rank, readonly Rank[]>> = {
  member: [],
  moderator: ['member'],
  administrator: ['member', 'moderator'],
  super: ['member', 'moderator', 'administrator', 'super'],
};
export const mayActOn = (actor: Rank, person: Rank): boolean =>
  RANKS_ACTED_ON[actor].includes(person);

/** Whether an actor may grant a rank, by a group: only ranks on which they may act. */
export const mayGrant = (actor: Rank, granted: Rank): boolean => mayActOn(actor, granted);

/** Whether a user may undo another's ban or warning: of their own rank and below. */
export const mayOverrule = (actor: Rank, decider: Rank): boolean =>
  RANKS.indexOf(actor) >= RANKS.indexOf(decider);
