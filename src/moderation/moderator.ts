import { type Rank, rankOf } from '#contracts/ranks.ts';
import type { Viewer } from '#domain/viewer.ts';

/** The moderator who acts, as far as actions need to know. */
export interface Moderator extends Viewer {
  /** Administrators, and users 10000 and 10001. */
  isGlobal: boolean;
  /** Has logged in within the last ten minutes, as actions on administrators need (R19). */
  isLoginFresh: boolean;
  /** The forums that list the moderator. */
  forums: readonly number[];
  /** Whether the moderator has the action's right in a forum. */
  mayModerate(forumId: number): boolean;
}

/** The rank of a caller with moderators' rights: at least a moderator's. */
export const getModeratorRank = (moderator: Pick<Moderator, 'userId' | 'groupId'>): Rank =>
  rankOf({ ...moderator, moderates: true });
