import { MAX_COUNTED_ROWS } from '#contracts/limits.ts';
import type { MailKind, MailState } from '#contracts/mailing.ts';
import type { AdminMailWire, MailLogWire } from '#contracts/wire/mail.ts';
import type { Db } from '#db/client.ts';
import { isoSql } from '#db/iso-sql.ts';
import { saveSiteState } from '#db/site-state.ts';
import { statement } from '#db/statement.ts';
import type { Env } from '#platform/env.ts';
import { defineTable } from '../../shared/define-table.ts';
import { cutAddress } from './addresses.ts';
import { RATE_SQL, RATE_STATE } from './gather.ts';
import { describeServer } from './transport.ts';

/* The state of mail delivery, for administrators. */

const IS_RECENT = `created_at > now() - interval '1 day'`;
const countSql = (from: string): string =>
  `(select count(*)::int from (select from ${from} limit ${MAX_COUNTED_ROWS}) counted)`;
const selectFigures = statement<
  Pick<AdminMailWire, 'rate' | 'waiting' | 'oldest' | 'sent' | 'failed' | 'stopped' | 'error'>
>(`
  select
    ${RATE_SQL} as rate,
    w.waiting,
    w.oldest,
    ${countSql(`mail where state = 'sent' and ${IS_RECENT}`)} as sent,
    ${countSql(`mail where state = 'failed' and ${IS_RECENT}`)} as failed,
    ${countSql('mail_choice where stopped_at is not null')} as stopped,
    coalesce(
      (
        select error
        from mail
        where state = 'failed'
        order by created_at desc
        limit 1
      ),
      ''
    ) as error
  from (
    select
      count(*)::int as waiting,
      coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as oldest
    from (
      select created_at
      from mail
      where state = 'waiting'
      order by created_at
      limit ${MAX_COUNTED_ROWS}
    ) waiting
  ) w`);

/** The state of mail delivery; counts end at MAX_COUNTED_ROWS. */
export async function readMailState(db: Db, env: Env): Promise<AdminMailWire> {
  const [figures] = await selectFigures(db);
  return {
    configured: env.SMTP_URL !== undefined,
    from: env.MAIL_FROM ?? '',
    reply_to: env.MAIL_REPLY_TO ?? '',
    server: describeServer(env),
    ...(figures as NonNullable<typeof figures>),
  };
}

/** Sets the emails per minute. */
export async function setMailRate(db: Db, rate: number): Promise<void> {
  await saveSiteState(db, RATE_STATE, rate);
}

interface MailFilter {
  state: MailState | undefined;
  kind: MailKind | undefined;
  /** null: matches no user. */
  userId: number | null | undefined;
}

/** The log of emails. A test email stores its receiver's shortened address itself. */
export const mailTable = defineTable<MailLogWire, MailFilter>({
  table: 'mail',
  alias: 'm',
  key: 'id',
  columns: `
    m.id,
    m.kind,
    m.state,
    m.user_id,
    u.nickname,
    coalesce(m.refs -> 0 ->> 'to', u.email) as address,
    m.events,
    m.tries,
    m.error,
    ${isoSql('m.created_at')} as created_at,
    ${isoSql('m.sent_at')} as sent_at,
    ${isoSql('m.returned_at')} as returned_at`,
  joins: `join "user" u on u.id = m.user_id`,
  orders: { id: 'm.id' },
  filters: {
    state: 'm.state = :state',
    kind: 'm.kind = :kind',
    userId: 'm.user_id = :userId::int',
  },
  present: (row) => ({ ...row, address: cutAddress(row.address) }),
});
