import { MAX_SIGN_INS_LISTED } from '#contracts/limits.ts';
import type { SignInEvent } from '#contracts/sign-in-events.ts';
import type { AdminSignInWire } from '#contracts/wire/admin-user.ts';
import type { SignInWire } from '#contracts/wire/settings.ts';
import type { Db } from '#db/client.ts';
import { isoSql } from '#db/iso-sql.ts';
import type { Params } from '#db/named-parameters.ts';
import { inTransaction, type Runner, statement, unpreparedStatement } from '#db/statement.ts';
import { WhereClause } from '#db/where-clause.ts';
import { MAX_COUNTED_ROWS } from '#platform/limits.ts';
import { logAdminAction } from '../log/log-admin-action.ts';

const SIGN_IN_COLUMNS = `
  s.id, s.kind, s.event, s.reason, s.ip, s.user_agent, ${isoSql('s.created_at')} as created_at`;
const selectSignInsOfUser = statement<SignInWire, { userId: number }>(
  `
    select ${SIGN_IN_COLUMNS}
    from sign_in s
    where s.user_id = :userId
    order by s.id desc
    limit ${MAX_SIGN_INS_LISTED}`,
);

/** Somebody's latest, the newest first. */
export const readSignInsOfUser = (on: Db | Runner, userId: number): Promise<SignInWire[]> =>
  selectSignInsOfUser(on, { userId });

export interface SignInFilter {
  userId?: number | undefined;
  ip?: string | undefined;
  event?: SignInEvent | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
}

function toConditions({ userId, ip, event, from, to }: SignInFilter): WhereClause {
  const where = new WhereClause();
  if (userId !== undefined) where.add('s.user_id = :userId::int', { userId });
  if (ip !== undefined) where.add('s.ip = :ip', { ip });
  if (event !== undefined) where.add('s.event = :event', { event });
  if (from !== undefined) where.add('s.created_at >= :from::timestamptz', { from });
  if (to !== undefined) where.add('s.created_at < :to::timestamptz', { to });
  return where;
}

/**
 * A page of everybody's, the newest first, and how many there are. That an administrator
 * (`actorId`) looked at it is written into the action log, with how it was asked for, but not what
 * for: an address in there would be personal for ever.
 */
export async function readSignIns(
  db: Db,
  actorId: number,
  filter: SignInFilter,
  offset: number,
  limit: number,
): Promise<{ rows: AdminSignInWire[]; total: number; more: boolean }> {
  const where = toConditions(filter);
  const page = unpreparedStatement<AdminSignInWire, Params>(`
    select
      ${SIGN_IN_COLUMNS},
      case
        when u.id is not null then jsonb_build_object('id', u.id, 'nickname', u.nickname)
      end as "user"
    from (
      select *
      from sign_in s
      where ${where.sql}
      order by s.id desc
      offset :offset::int
      limit :limit::int
    ) s
    left join "user" u on u.id = s.user_id
    order by s.id desc`);
  const count = unpreparedStatement<{ total: number }, Params>(
    `
      select count(*)::int as total
      from (select from sign_in s where ${where.sql} limit ${MAX_COUNTED_ROWS + 1}) counted`,
  );
  const filterNames = Object.entries(filter).flatMap(([name, value]) =>
    value === undefined ? [] : [name],
  );
  return inTransaction(db, async (tx) => {
    await logAdminAction(tx, {
      actorId,
      action: 'user.signins',
      target: filter.userId === undefined ? { name: 'sign-ins' } : { userId: filter.userId },
      detail: { by: filterNames },
    });
    const rows = await page(tx, { ...where.params, offset, limit });
    const total = (await count(tx, where.params))[0]?.total ?? 0;
    return { rows, total: Math.min(total, MAX_COUNTED_ROWS), more: total > MAX_COUNTED_ROWS };
  });
}
