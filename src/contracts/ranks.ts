/*
 * Who stands above whom: the part of the table of rights (auth/rights.ts) that is about people. It
 * stands here because the domain judges by it with rows locked, and screens show by it what may be
 * done.
 */

/** Groups whose members moderate everywhere and may enter the admin area (R20). */
export const SUPER_ADMIN_GROUP_ID = 10_000;
export const ADMIN_GROUP_ID = 10_001;
/** Users who moderate everywhere whatever their group. */
export const ADMIN_USER_IDS: readonly number[] = [SUPER_ADMIN_GROUP_ID, ADMIN_GROUP_ID];

/** From the lowest to the highest. moderator: of any forum. */
export const RANKS = ['member', 'moderator', 'administrator', 'super'] as const;
export type Rank = (typeof RANKS)[number];

interface RankedUser {
  userId: number;
  groupId: number;
  /** Is listed in some forum. */
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

/** The rank that being in a group gives. */
export const rankOfGroup = (groupId: number): Rank =>
  rankOf({ userId: 0, groupId, moderates: false });

/**
 * On whom somebody may act: ban, warn, move to another group, log out. Nobody acts on their own
 * rank but super administrators, so that two of the same rank can't take it from each other; nobody
 * at all acts on themselves.
 */
const RANKS_ACTED_ON: Readonly<Record<Rank, readonly Rank[]>> = {
  member: [],
  moderator: ['member'],
  administrator: ['member', 'moderator'],
  super: ['member', 'moderator', 'administrator', 'super'],
};
export const mayActOn = (actor: Rank, person: Rank): boolean =>
  RANKS_ACTED_ON[actor].includes(person);

/** Whether somebody may bring people to a rank, by a group: to those that they may act on. */
export const mayGrant = (actor: Rank, granted: Rank): boolean => mayActOn(actor, granted);

/**
 * Whether somebody may undo what another has decided: a ban, a warning. One's equals' decisions
 * are; those of higher ranks aren't.
 */
export const mayOverrule = (actor: Rank, decider: Rank): boolean =>
  RANKS.indexOf(actor) >= RANKS.indexOf(decider);
