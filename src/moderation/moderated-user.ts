import { AppError } from '#contracts/errors.ts';
import { mayActOn } from '#contracts/ranks.ts';
import { joinByKeySql, leftJoinByKeySql } from '#db/by-key-sql.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { readRanks } from '#domain/user/rank.ts';
import { getModeratorRank, type Moderator } from './moderator.ts';

export interface BanRow {
  id: number;
  moderatorId: number;
  moderator: string;
  reason: string;
  beginAt: Date;
  endAt: Date | null;
  hide: boolean;
  liftedAt: Date | null;
  liftedBy: number | null;
  lifter: string | null;
  inForce: boolean;
}

const selectUser = statement<{ id: number; nickname: string }, { userId: number }>(
  `select id, nickname from "user" where id = :userId`,
);
const selectBans = statement<BanRow, { userId: number }>(`
  select
    b.id,
    b.moderator_id as "moderatorId",
    m.nickname as moderator,
    b.reason,
    b.begin_at as "beginAt",
    b.end_at as "endAt",
    b.hide_content as hide,
    b.lifted_at as "liftedAt",
    b.lifted_by as "liftedBy",
    l.nickname as lifter,
    b.lifted_at is null and (b.end_at is null or b.end_at > now()) as "inForce"
  from ban b
  ${joinByKeySql('"user"', 'm', 'b.moderator_id')}
  ${leftJoinByKeySql('"user"', 'l', 'b.lifted_by')}
  where b.user_id = :userId
  order by b.id desc
  limit 50`);

/**
 * A user as moderators see them: their bans, and whether the moderator outranks them. Throws
 * notFound.
 */
export async function readModeratedUser(
  db: Db,
  moderator: Moderator,
  userId: number,
): Promise<{ id: number; nickname: string; below: boolean; bans: BanRow[] }> {
  const [[user], ranks, bans] = await Promise.all([
    selectUser(db, { userId }),
    readRanks(db, [userId]),
    selectBans(db, { userId }),
  ]);
  if (!user) throw new AppError('notFound');
  return {
    ...user,
    below:
      userId !== moderator.userId &&
      mayActOn(getModeratorRank(moderator), ranks.get(userId) ?? 'member'),
    bans,
  };
}
