import type { MailKind, MailState } from '#contracts/mailing.ts';
import type { AdminMailWire, MailLogWire } from '#contracts/wire/mail.ts';
import type { Db } from '#db/client.ts';
import { isoSql, nullableIsoSql } from '#db/iso-sql.ts';
import { saveSiteState } from '#db/site-state.ts';
import { statement, unpreparedStatement } from '#db/statement.ts';
import { streamRows } from '#db/stream-rows.ts';
import type { Env } from '#platform/env.ts';
import { MAX_COUNTED_ROWS } from '#platform/limits.ts';
import { cutAddress } from './addresses.ts';
import { RATE_SQL, RATE_STATE } from './gather.ts';
import { describeServer } from './transport.ts';

/* How sending is, for administrators. */

const selectFigures = statement<
  Pick<AdminMailWire, 'rate' | 'waiting' | 'oldest' | 'sent' | 'failed' | 'stopped' | 'error'>
>(`
  select
    ${RATE_SQL} as rate,
    w.waiting,
    w.oldest,
    (
      select count(*)::int
      from (
        select
        from mail
        where state = 'sent' and created_at > now() - interval '1 day'
        limit ${MAX_COUNTED_ROWS}
      ) sent
    ) as sent,
    (
      select count(*)::int
      from (
        select
        from mail
        where state = 'failed' and created_at > now() - interval '1 day'
        limit ${MAX_COUNTED_ROWS}
      ) failed
    ) as failed,
    (
      select count(*)::int
      from (
        select
        from mail_choice
        where stopped_at is not null
        limit ${MAX_COUNTED_ROWS}
      ) stopped
    ) as stopped,
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

/** How sending is; numbers above MAX_COUNTED_ROWS are told as that. */
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

/** Sets how many letters a minute are sent. */
export async function setMailRate(db: Db, rate: number): Promise<void> {
  await saveSiteState(db, RATE_STATE, rate);
}

export interface MailLogFilter {
  state: MailState | undefined;
  kind: MailKind | undefined;
  /** null: nobody. */
  userId: number | null | undefined;
}

type LogParams = { state: string | null; kind: string | null; userId: number | null };
const toParams = ({ state, kind, userId }: MailLogFilter): LogParams => ({
  state: state ?? null,
  kind: kind ?? null,
  userId: userId ?? null,
});

/** Letters, the newest first; `range` cuts out a page of them. */
const selectLettersSql = ({ userId }: MailLogFilter, range: string): string => `
  select
    m.id,
    m.kind,
    m.state,
    m.user_id,
    u.nickname,
    u.email as address,
    m.events,
    m.tries,
    m.error,
    ${isoSql('m.created_at')} as created_at,
    ${nullableIsoSql('m.sent_at')} as sent_at,
    ${nullableIsoSql('m.returned_at')} as returned_at
  from (
    select *
    from mail
    ${whereSql(userId)}
    order by id desc
    ${range}
  ) m
  join "user" u on u.id = m.user_id
  order by m.id desc`;
const whereSql = (userId: MailLogFilter['userId']): string => `
  where (:state::text is null or state = :state)
    and (:kind::text is null or kind = :kind)
    and (${userId === undefined ? ':userId::int is null' : 'user_id = :userId'})`;

const hideAddresses = (rows: MailLogWire[]): MailLogWire[] =>
  rows.map((row) => ({ ...row, address: cutAddress(row.address) }));

/** Letters, the newest first. Counted up to a limit: `more` says that there are more. */
export async function readMailLog(
  db: Db,
  filter: MailLogFilter,
  offset: number,
  limit: number,
): Promise<{ rows: MailLogWire[]; total: number; more: boolean }> {
  if (filter.userId === null) return { rows: [], total: 0, more: false };
  const params = toParams(filter);
  const select = unpreparedStatement<MailLogWire, LogParams & { offset: number; limit: number }>(
    selectLettersSql(filter, 'offset :offset::int limit :limit::int'),
  );
  const count = unpreparedStatement<{ total: number }, LogParams>(`
    select count(*)::int as total
    from (select from mail ${whereSql(filter.userId)} limit ${MAX_COUNTED_ROWS + 1}) counted`);
  const [rows, [counted]] = await Promise.all([
    select(db, { ...params, offset, limit }),
    count(db, params),
  ]);
  const total = counted?.total ?? 0;
  return {
    rows: hideAddresses(rows),
    total: Math.min(total, MAX_COUNTED_ROWS),
    more: total > MAX_COUNTED_ROWS,
  };
}

/** All letters of a filter, the newest first. */
export async function* exportMailLog(
  db: Db,
  filter: MailLogFilter,
): AsyncGenerator<MailLogWire[], void> {
  if (filter.userId === null) return;
  for await (const rows of streamRows<MailLogWire>(
    db,
    selectLettersSql(filter, ''),
    toParams(filter),
  ))
    yield hideAddresses(rows);
}
