import { AppError } from '#contracts/errors.ts';
import { mayActOn, mayGrant, rankOf, rankOfGroup } from '#contracts/ranks.ts';
import type { Db } from '#db/client.ts';
import { inTransaction, statement } from '#db/statement.ts';
import { logAdminAction } from '../log/log-admin-action.ts';
import { countPagesOfUser, invalidateUser } from './invalidate-user.ts';
import { lockRankedUsers } from './lock-ranked-users.ts';

const selectGroupExists = statement<unknown, { groupId: number }>(
  `select from "group" where id = :groupId`,
);
/** The `login` channel makes the user's event streams recheck rights. */
const updateGroupOfUser = statement<unknown, { userId: number; groupId: number }>(`
  update "user"
  set group_id = :groupId, updated_at = now()
  where id = :userId
  returning notify_after_commit('login', id::text)`);

export interface GroupChange {
  userId: number;
  groupId: number;
  /** The group that the administrator saw. */
  expectedGroupId: number;
  reason: string;
}

/**
 * Moves a user to another group (R20). The actor must outrank the user and the group inside the
 * transaction, and can't move themselves, so one administrator always remains. Throws notFound,
 * malformed (themselves, unknown group), forbidden, conflict with the current group.
 */
export const changeGroup = (
  db: Db,
  actorId: number,
  { userId, groupId, expectedGroupId, reason }: GroupChange,
): Promise<{ pages: number }> =>
  inTransaction(db, async (tx) => {
    if (userId === actorId) throw new AppError('malformed', { values: { field: 'id' } });
    const { user, actor } = await lockRankedUsers(tx, userId, actorId);
    const actorRank = actor ? rankOf(actor) : 'member';
    const now = user.groupId;
    if (!mayActOn(actorRank, rankOf(user)) || !mayGrant(actorRank, rankOfGroup(groupId)))
      throw new AppError('forbidden');
    if ((await selectGroupExists(tx, { groupId })).length === 0)
      throw new AppError('malformed', {
        values: { field: 'group_id' },
        payload: [{ field: 'group_id' }],
      });
    if (now !== expectedGroupId) throw new AppError('conflict', { payload: { group_id: now } });
    if (now === groupId) return { pages: 0 };
    await updateGroupOfUser(tx, { userId, groupId });
    await invalidateUser(tx, userId);
    await logAdminAction(tx, {
      actorId,
      action: 'user.group',
      target: { userId },
      reason,
      detail: { before: now, after: groupId },
    });
    return { pages: await countPagesOfUser(tx, userId) };
  });
