import type { OwnBanWire } from '#contracts/wire/own-content.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';

const selectOwnBan = statement<{ until: Date | null; reason: string }, { userId: number }>(`
  select
    case when u.banned_until < 'infinity' then u.banned_until end as until,
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
  where u.id = :userId and u.banned_from <= now() and u.banned_until > now()`);

/** The ban of a user that is in force; null for none. */
export async function readOwnBan(db: Db, userId: number): Promise<OwnBanWire | null> {
  const [ban] = await selectOwnBan(db, { userId });
  return ban ? { until: ban.until?.toISOString() ?? null, reason: ban.reason } : null;
}
