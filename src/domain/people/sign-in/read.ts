import { MAX_SIGN_INS_LISTED } from '#contracts/limits.ts';
import type { SignInEvent } from '#contracts/sign-in-events.ts';
import type { AdminSignInWire } from '#contracts/wire/admin-user.ts';
import type { SignInWire } from '#contracts/wire/settings.ts';
import type { Db } from '#db/client.ts';
import { isoSql } from '#db/iso-sql.ts';
import { inTransaction, statement } from '#db/statement.ts';
import { logAdminAction } from '../../log/log-admin-action.ts';
import { defineTable, type PageOfTable } from '../../shared/define-table.ts';
import { userJsonSql } from '../../shared/user-json-sql.ts';

const SIGN_IN_COLUMNS = `
  s.id, s.kind, s.event, s.reason, s.ip, s.user_agent, ${isoSql('s.created_at')} as created_at`;
export const readSignInsOfUser = statement<SignInWire, { userId: number }>(
  `
    select ${SIGN_IN_COLUMNS}
    from sign_in s
    where s.user_id = :userId
    order by s.id desc
    limit ${MAX_SIGN_INS_LISTED}`,
);

export interface SignInFilter {
  userId?: number | undefined;
  ip?: string | undefined;
  event?: SignInEvent | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
}

const signInTable = defineTable<AdminSignInWire, SignInFilter>({
  table: 'sign_in',
  alias: 's',
  key: 'id',
  columns: `
    ${SIGN_IN_COLUMNS},
    ${userJsonSql('u')} as "user"`,
  joins: `left join "user" u on u.id = s.user_id`,
  orders: { created_at: 's.id' },
  filters: {
    userId: 's.user_id = :userId::int',
    ip: 's.ip = :ip',
    event: 's.event = :event',
    from: 's.created_at >= :from::timestamptz',
    to: 's.created_at < :to::timestamptz',
  },
});

/**
 * A page of all sign-ins with their number. The action log records the access by `actorId` with the
 * names of the filters. Values are omitted: an IP address would be retained forever.
 */
export async function readSignIns(
  db: Db,
  actorId: number,
  filter: SignInFilter,
  page: PageOfTable,
): Promise<{ rows: AdminSignInWire[]; total: number; more?: boolean }> {
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
    return signInTable.readPage(tx, filter, page);
  });
}
