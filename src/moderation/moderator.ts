import { AppError } from '#contracts/errors.ts';
import { mayOverrule, type Rank, rankOf } from '#contracts/ranks.ts';
import type { Runner } from '#db/statement.ts';
import { readRanks } from '#domain/people/rank.ts';
import type { ModerationReach, Viewer } from '#domain/shared/viewer.ts';

export interface Moderator extends Viewer, ModerationReach {
  /** Logged in within the last ten minutes, as actions on administrators require (R19). */
  isLoginFresh: boolean;
  /** Whether the moderator has the action's right in a forum. */
  mayModerate(forumId: number): boolean;
}

/** The rank of a moderator: at least `moderator`. */
export const getModeratorRank = (moderator: Pick<Moderator, 'userId' | 'groupId'>): Rank =>
  rankOf({ ...moderator, moderates: true });

/** Throws outranked if one of the deciders has a higher rank. */
export async function requireMayOverrule(
  tx: Runner,
  moderator: Moderator,
  deciders: readonly number[],
): Promise<void> {
  if (deciders.length === 0) return;
  const ranks = await readRanks(tx, [...new Set(deciders)]);
  if (deciders.some((id) => !mayOverrule(getModeratorRank(moderator), ranks.get(id) ?? 'member')))
    throw new AppError('outranked');
}
