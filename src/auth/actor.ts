import { ADMIN_GROUP_ID, ADMIN_USER_IDS, SUPER_ADMIN_GROUP_ID } from '#contracts/ranks.ts';

export { ADMIN_GROUP_ID, SUPER_ADMIN_GROUP_ID };

/** What a personal access token may do (R43). A browser session may do all that its user may. */
export const SCOPES = ['read', 'write', 'moderate'] as const;
export type Scope = (typeof SCOPES)[number];

/**
 * What moderators of a forum may do there is in the columns of this group, whatever their own is.
 */
export const MODERATOR_GROUP = 20;
/** The group of a person who has just arrived. */
export const MEMBER_GROUP = 10;

/** Who makes a request, read once per request from the session or the token. */
export interface Actor {
  userId: number;
  groupId: number;
  nickname: string;
  via: 'session' | 'token';
  scopes: readonly Scope[];
  /** Since when, and how much was written: what the captcha before writing goes by. */
  standing: { since: Date; posts: number };
  /** A ban in force now: until when, null for one without end. */
  ban?: { until: Date | null };
  /** When the person last proved at the provider who they are; by sessions alone. */
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
