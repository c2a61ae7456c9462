import { type Rank, rankOf } from '#contracts/ranks.ts';
import type { Viewer } from '#domain/viewer.ts';

/** The moderator who acts, as far as actions need to know. */
export interface Moderator extends Viewer {
  /** Administrators, and users 10000 and 10001. */
  isGlobal: boolean;
  /**
   * Has proved a short while ago who they are: what takes or gives an administrator's rights needs
   * that (R19).
   */
  isLoginFresh: boolean;
  /** The forums that list the moderator. */
  forums: readonly number[];
  /** Whether what is being done may be done in this forum. */
  mayModerate(forumId: number): boolean;
}

/** Who may act as a moderator is one at least. */
export const getModeratorRank = (moderator: Pick<Moderator, 'userId' | 'groupId'>): Rank =>
  rankOf({ ...moderator, moderates: true });
