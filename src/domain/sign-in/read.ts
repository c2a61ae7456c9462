import { SIGN_INS_LISTED_MAX } from '#contracts/limits.ts';
import type { SignInEvent } from '#contracts/sign-in.ts';
import type { AdminSignInWire } from '#contracts/wire/admin-user.ts';
import type { SignInWire } from '#contracts/wire/settings.ts';
import type { Db } from '#db/client.ts';
import { isoSql } from '#db/iso.ts';
import { inTransaction, plannedStatement, type Runner, statement } from '#db/statement.ts';
import { note } from '../log/note.ts';

const COLUMNS = `
  s.id, s.kind, s.event, s.reason, s.ip, s.user_agent, ${isoSql('s.created_at')} as created_at`;
const ofUser = statement<SignInWire>(
  `
    select ${COLUMNS}
    from sign_in s
    where s.user_id = $1
    order by s.id desc
    limit ${SIGN_INS_LISTED_MAX}`,
);

/** Somebody's latest, the newest first. */
export const listSignIns = (on: Db | Runner, userId: number): Promise<SignInWire[]> =>
  ofUser(on, [userId]);

export interface SignInFilter {
  userId?: number | undefined;
  ip?: string | undefined;
  event?: SignInEvent | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
}

/** Rows are counted up to here; whoever sees more knows enough. */
const COUNTED = 10_000;

/**
 * Conditions that are asked for, so that each combination has its own plan on the index that fits
 * it.
 */
function conditions({ userId, ip, event, from, to }: SignInFilter): {
  where: string;
  values: unknown[];
} {
  const values: unknown[] = [];
  const add = (value: unknown): string => `$${values.push(value)}`;
  const parts = [
    ...(userId === undefined ? [] : [`s.user_id = ${add(userId)}::int`]),
    ...(ip === undefined ? [] : [`s.ip = ${add(ip)}`]),
    ...(event === undefined ? [] : [`s.event = ${add(event)}`]),
    ...(from === undefined ? [] : [`s.created_at >= ${add(from)}::timestamptz`]),
    ...(to === undefined ? [] : [`s.created_at < ${add(to)}::timestamptz`]),
  ];
  return { where: parts.join(' and ') || 'true', values };
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
  const { where, values } = conditions(filter);
  const n = values.length;
  const page = plannedStatement<AdminSignInWire>(`
    select
      ${COLUMNS},
      case
        when u.id is not null then jsonb_build_object('id', u.id, 'nickname', u.nickname)
      end as "user"
    from (
      select *
      from sign_in s
      where ${where}
      order by s.id desc
      offset $${n + 1}::int
      limit $${n + 2}::int
    ) s
    left join "user" u on u.id = s.user_id
    order by s.id desc`);
  const count = plannedStatement<{ total: number }>(
    `
      select count(*)::int as total
      from (select from sign_in s where ${where} limit ${COUNTED + 1}) counted`,
  );
  const by = Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  return inTransaction(db, async (tx) => {
    await note(tx, {
      actorId,
      action: 'user.signins',
      target: filter.userId === undefined ? { name: 'sign-ins' } : { userId: filter.userId },
      detail: { by },
    });
    const rows = await page(tx, [...values, offset, limit]);
    const total = (await count(tx, values))[0]?.total ?? 0;
    return { rows, total: Math.min(total, COUNTED), more: total > COUNTED };
  });
}
