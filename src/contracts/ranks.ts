/*
 * The ranks of users: the part of the table of rights (auth/rights.ts) that is about people. It is
 * here because the domain checks it with rows locked, and screens show by it what is allowed.
 */

/** Groups whose members moderate everywhere and may enter the admin area (R20). */
export const SUPER_ADMIN_GROUP_ID = 10_000;
export const ADMIN_GROUP_ID = 10_001;
/** Of members without any power. */
export const MEMBER_GROUP_ID = 10;
/** Users who moderate everywhere whatever their group. */
export const ADMIN_USER_IDS: readonly number[] = [SUPER_ADMIN_GROUP_ID, ADMIN_GROUP_ID];

/** Ranks, lowest first. moderator: of any forum. */
export const RANKS = ['member', 'moderator', 'administrator', 'super'] as const;
export type Rank = (typeof RANKS)[number];

export interface RankedUser {
  userId: number;
  groupId: number;
  /** Whether the user is a moderator of some forum. */
  moderates: boolean;
}

/**
 * User 10000 and group 10000 are super administrators, user 10001 and group 10001 administrators.
 */
export function rankOf({ userId, groupId, moderates }: RankedUser): Rank {
  if (groupId === SUPER_ADMIN_GROUP_ID || userId === SUPER_ADMIN_GROUP_ID) return 'super';
  if (groupId === ADMIN_GROUP_ID || userId === ADMIN_GROUP_ID) return 'administrator';
  return moderates ? 'moderator' : 'member';
}

/** The rank of a group's members. */
export const rankOfGroup = (groupId: number): Rank =>
  rankOf({ userId: 0, groupId, moderates: false });

/**
 * Whether somebody may ban, warn, log out or move another user to another group. Only super
 * administrators may do so within their own rank, so that two of one rank can't take it from each
 * other; nobody may do so to themselves.
 */
const RANKS_ACTED_ON: Readonly<Record<Rank, readonly Rank[]>> = {
  member: [],
  moderator: ['member'],
  administrator: ['member', 'moderator'],
  super: ['member', 'moderator', 'administrator', 'super'],
};
export const mayActOn = (actor: Rank, person: Rank): boolean =>
  RANKS_ACTED_ON[actor].includes(person);

/** Whether somebody may give a rank, by a group: the ranks of those on whom they may act. */
export const mayGrant = (actor: Rank, granted: Rank): boolean => mayActOn(actor, granted);

/** Whether somebody may undo another's ban or warning: those of their own rank and below. */
export const mayOverrule = (actor: Rank, decider: Rank): boolean =>
  RANKS.indexOf(actor) >= RANKS.indexOf(decider);
