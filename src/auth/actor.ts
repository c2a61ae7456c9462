import type { TokenScope } from '#contracts/limits.ts';
import {
  ADMIN_GROUP_ID,
  ADMIN_USER_IDS,
  MEMBER_GROUP_ID,
  SUPER_ADMIN_GROUP_ID,
} from '#contracts/ranks.ts';

export { ADMIN_GROUP_ID, SUPER_ADMIN_GROUP_ID };

export type Scope = TokenScope;

/** This group's columns limit what forum moderators may do, whatever their own group is. */
export const MODERATOR_GROUP = 20;
export const MEMBER_GROUP = MEMBER_GROUP_ID;

export interface Actor {
  userId: number;
  groupId: number;
  nickname: string;
  via: 'session' | 'token';
  scopes: readonly Scope[];
  /** Age of the account, number of posts and level: they decide whether a captcha is required. */
  standing: { since: Date; posts: number; level: number };
  /** The ban in force; `until` is null for a ban without end. */
  ban?: { until: Date | null };
  /** Time of the last login at the provider; sessions only. */
  authenticatedAt?: Date;
  /** Rights of the group: restricted forums, threads, replies, attachments, downloads. */
  rights: { read: boolean; thread: boolean; post: boolean; attach: boolean; down: boolean };
}

export const isAdministrator = (actor: Pick<Actor, 'groupId'>): boolean =>
  actor.groupId === SUPER_ADMIN_GROUP_ID || actor.groupId === ADMIN_GROUP_ID;
export const isGlobalModerator = (actor: Pick<Actor, 'groupId' | 'userId'>): boolean =>
  isAdministrator(actor) || ADMIN_USER_IDS.includes(actor.userId);
