import type { TokenScope } from '#contracts/limits.ts';
import {
  ADMIN_GROUP_ID,
  ADMIN_USER_IDS,
  MEMBER_GROUP_ID,
  SUPER_ADMIN_GROUP_ID,
} from '#contracts/ranks.ts';

export { ADMIN_GROUP_ID, SUPER_ADMIN_GROUP_ID };

export type Scope = TokenScope;

/**
 * The group whose columns say what moderators of a forum may do there, whatever their own group is.
 */
export const MODERATOR_GROUP = 20;
/** The group of new users. */
export const MEMBER_GROUP = MEMBER_GROUP_ID;

/** The caller of a request, read once per request from the session or the token. */
export interface Actor {
  userId: number;
  groupId: number;
  nickname: string;
  via: 'session' | 'token';
  scopes: readonly Scope[];
  /** Age of the account, number of posts and level, which decide when a captcha is asked for. */
  standing: { since: Date; posts: number; level: number };
  /** A ban in force now: until when, null for one without end. */
  ban?: { until: Date | null };
  /** The time of the last login at the provider; of sessions only. */
  authenticatedAt?: Date;
  /**
   * May the group of the actor read forums that aren't for everybody, start threads, reply, attach,
   * download…
   */
  rights: { read: boolean; thread: boolean; post: boolean; attach: boolean; down: boolean };
}

export const isAdministrator = (actor: Pick<Actor, 'groupId'>): boolean =>
  actor.groupId === SUPER_ADMIN_GROUP_ID || actor.groupId === ADMIN_GROUP_ID;
/** May moderate every forum. */
export const isGlobalModerator = (actor: Pick<Actor, 'groupId' | 'userId'>): boolean =>
  isAdministrator(actor) || ADMIN_USER_IDS.includes(actor.userId);
