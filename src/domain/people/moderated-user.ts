import { AppError } from '#contracts/errors.ts';
import { mayActOn, rankOf } from '#contracts/ranks.ts';
import type { BanWire } from '#contracts/wire/moderator-view.ts';
import { joinByKeySql, leftJoinByKeySql } from '#db/by-key-sql.ts';
import type { Db } from '#db/client.ts';
import { isoSql } from '#db/iso-sql.ts';
import { statement } from '#db/statement.ts';
import { userJsonSql } from '../shared/user-json-sql.ts';
import type { Viewer } from '../shared/viewer.ts';
import { readRank } from './rank.ts';

const selectUser = statement<{ id: number; nickname: string }, { userId: number }>(
  `select id, nickname from "user" where id = :userId`,
);
const selectBans = statement<BanWire, { userId: number }>(`
  select
    b.id,
    ${userJsonSql('m')} as moderator,
    b.reason,
    ${isoSql('b.begin_at')} as begin_at,
    ${isoSql('b.end_at')} as end_at,
    b.hide_content::int as hide_thread,
    ${isoSql('b.lifted_at')} as lifted_at,
    ${userJsonSql('l')} as lifted_by,
    b.lifted_at is null and (b.end_at is null or b.end_at > now()) as in_force
  from ban b
  ${joinByKeySql('"user"', 'm', 'b.moderator_id')}
  ${leftJoinByKeySql('"user"', 'l', 'b.lifted_by')}
  where b.user_id = :userId
  order by b.id desc
  limit 50`);

/** A user for moderators: bans, and whether the moderator outranks them. Throws notFound. */
export async function readModeratedUser(
  db: Db,
  moderator: Viewer,
  userId: number,
): Promise<{ id: number; nickname: string; below: boolean; bans: BanWire[] }> {
  const [[user], rank, bans] = await Promise.all([
    selectUser(db, { userId }),
    readRank(db, userId),
    selectBans(db, { userId }),
  ]);
  if (!user) throw new AppError('notFound');
  return {
    ...user,
    below: userId !== moderator.userId && mayActOn(rankOf({ ...moderator, moderates: true }), rank),
    bans,
  };
}
