import { AppError } from '#contracts/errors.ts';
import { mayActOn } from '#contracts/ranks.ts';
import type { Db } from '#db/client.ts';
import { inTransaction, statement } from '#db/statement.ts';
import { logAdminAction } from '../log/log-admin-action.ts';
import { readRanks } from './rank.ts';
import { SESSION_ID_SQL } from './user-for-admin.ts';

const deleteSessions = statement<
  { kind: string },
  { userId: number; ownHash: string; session: string | null }
>(
  `
    delete from session
    where user_id = :userId
      and token_hash <> :ownHash
      and (:session::text is null or ${SESSION_ID_SQL} = :session)
    returning kind`,
);

/**
 * Ends one session of a user, or all; never the one that asks (`ownHash`). Returns how many ended.
 * Throws forbidden unless the actor outranks the user.
 */
export const endSessions = (
  db: Db,
  actorId: number,
  id: number,
  ownHash: string,
  session: string | undefined,
): Promise<number> =>
  inTransaction(db, async (tx) => {
    const ranks = await readRanks(tx, [actorId, id]);
    if (id !== actorId && !mayActOn(ranks.get(actorId) ?? 'member', ranks.get(id) ?? 'member'))
      throw new AppError('forbidden');
    const ended = await deleteSessions(tx, { userId: id, ownHash, session: session ?? null });
    if (ended.length > 0)
      await logAdminAction(tx, {
        actorId,
        action: 'user.logout',
        target: { userId: id },
        detail: { sessions: ended.length },
      });
    return ended.length;
  });
