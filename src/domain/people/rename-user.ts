import { appearanceOf } from '#contracts/appearance.ts';
import { AppError } from '#contracts/errors.ts';
import { mayActOn, rankOf } from '#contracts/ranks.ts';
import type { Db } from '#db/client.ts';
import { inTransaction, statement } from '#db/statement.ts';
import { notifyUsers } from '../delivery/notification/notify-users.ts';
import { logAdminAction } from '../log/log-admin-action.ts';
import { readWordFilter } from '../message/read-word-filter.ts';
import { countPagesOfUser, invalidateUser } from './invalidate-user.ts';
import { lockRankedUsers } from './lock-ranked-users.ts';
import { claimNickname, normalizeNickname } from './nicknames.ts';

const updateNickname = statement<
  unknown,
  { userId: number; nickname: string; appearance: string }
>(`
  update "user"
  set
    nickname = :nickname,
    name_appearance = :appearance,
    renamed_at = now(),
    updated_at = now()
  where id = :userId`);

export interface UserRenaming {
  userId: number;
  nickname: string;
  reason: string;
}

/**
 * Renames a user of a lower rank (R35), also to a reserved nickname, and notifies them. They can
 * rename themselves after the usual time. Returns the number of re-rendered pages. Throws notFound,
 * forbidden (also oneself), taken, and the errors of normalizeNickname.
 */
export async function renameUser(
  db: Db,
  actorId: number,
  { userId, nickname: sent, reason }: UserRenaming,
): Promise<{ pages: number }> {
  const wordFilter = await readWordFilter(db);
  return inTransaction(db, async (tx) => {
    const { user, actor } = await lockRankedUsers(tx, userId, actorId);
    if (userId === actorId || !mayActOn(actor ? rankOf(actor) : 'member', rankOf(user)))
      throw new AppError('forbidden');
    const nickname = normalizeNickname(wordFilter, sent, rankOf(user));
    if (nickname === user.nickname) return { pages: 0 };
    await claimNickname(tx, { userId, former: user.nickname, nickname, mayTakeReserved: true });
    await updateNickname(tx, { userId, nickname, appearance: appearanceOf(nickname) });
    await invalidateUser(tx, userId);
    await logAdminAction(tx, {
      actorId,
      action: 'user.rename',
      target: { userId },
      reason,
      detail: { before: user.nickname, after: nickname },
    });
    await notifyUsers(tx, [{ kind: 'moderation', userId, act: 'user.rename', note: reason }]);
    return { pages: await countPagesOfUser(tx, userId) };
  });
}
