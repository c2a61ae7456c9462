import type { OwnBanWire } from '#contracts/wire/own-content.ts';
import type { Db } from '#db/client.ts';
import { isBannedSql } from '#db/is-banned-sql.ts';
import { isoSql } from '#db/iso-sql.ts';
import { statement } from '#db/statement.ts';

const selectOwnBan = statement<OwnBanWire, { userId: number }>(`
  select
    case when u.banned_until < 'infinity' then ${isoSql('u.banned_until')} end as until,
    coalesce(
      (
        select b.reason
        from ban b
        where b.user_id = u.id
          and b.lifted_at is null
          and b.begin_at <= now()
          and (b.end_at is null or b.end_at > now())
        order by b.id desc
        limit 1
      ),
      ''
    ) as reason
  from "user" u
  where u.id = :userId and ${isBannedSql('u')}`);

/** A user's active ban, or null. */
export const readOwnBan = async (db: Db, userId: number): Promise<OwnBanWire | null> =>
  (await selectOwnBan(db, { userId }))[0] ?? null;
