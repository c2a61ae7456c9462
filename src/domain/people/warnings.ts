import type { WarningWire } from '#contracts/wire/moderation.ts';
import { joinByKeySql, leftJoinByKeySql } from '#db/by-key-sql.ts';
import type { Db } from '#db/client.ts';
import { isoSql } from '#db/iso-sql.ts';
import { statement } from '#db/statement.ts';
import { userJsonSql } from '../shared/user-json-sql.ts';

const countActiveWarnings = statement<{ count: number }, { userId: number }>(
  `select count(*)::int as count from warning where user_id = :userId and withdrawn_at is null`,
);

/** Warnings that aren't withdrawn. */
export async function countWarnings(db: Db, userId: number): Promise<number> {
  return (await countActiveWarnings(db, { userId }))[0]?.count ?? 0;
}

/** A user's warnings, the latest first, including withdrawn ones. */
export const readWarnings = statement<WarningWire, { userId: number }>(`
  select
    w.id,
    w.user_id,
    ${userJsonSql('m')} as moderator,
    coalesce(w.thread_id, 0) as thread_id,
    coalesce(w.post_id, 0) as post_id,
    coalesce(t.subject, '') as subject,
    w.note,
    ${isoSql('w.created_at')} as created_at,
    ${isoSql('w.withdrawn_at')} as withdrawn_at
  from warning w
  ${joinByKeySql('"user"', 'm', 'w.moderator_id')}
  ${leftJoinByKeySql('thread', 't', 'w.thread_id')}
  where w.user_id = :userId
  order by w.id desc
  limit 100`);
