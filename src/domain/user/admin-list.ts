import { isIP } from 'node:net';
import type { AdminUserRowWire, USER_STATES } from '#contracts/wire/admin-user.ts';
import type { Db } from '#db/client.ts';
import { rowsOf } from '#db/cursor.ts';
import { isoSql } from '#db/iso.ts';
import { plannedStatement } from '#db/statement.ts';

/**
 * What a table of people can be ordered by: columns with an index, none of which changes when
 * somebody writes.
 */
export const USER_ORDERS = { created_at: 'u.created_at', login_at: 'u.login_at' } as const;

export interface UserFilter {
  /**
   * The beginning of a name, a number, or all of an address of mail, a phone number or an IP
   * address.
   */
  text?: string | undefined;
  /** What of it that is personal it is looked for in. */
  personal?: PersonalKind | undefined;
  groupId?: number | undefined;
  state?: (typeof USER_STATES)[number] | undefined;
  /** Joined within so many days. */
  days?: number | undefined;
}

/** Rows are counted up to here; whoever sees more knows enough. */
const COUNTED = 10_000;
/** People whose names begin alike. */
const NAMED = 1_000;

export const BANNED = `(u.banned_from <= now() and u.banned_until > now())`;
/** SQL columns that the table and a person's page share; from `"user" u join "group" g`. */
export const CARD = `
  u.id,
  u.nickname,
  u.username,
  u.avatar,
  jsonb_build_object('id', g.id, 'name', g.name, 'name_en', g.name_en) as "group",
  u.level_id as level,
  u.posts_cnt as posts,
  (
    select count(*)::int
    from warning w
    where w.user_id = u.id and w.withdrawn_at is null
  ) as warnings,
  coalesce(${BANNED}, false) as banned,
  case
    when ${BANNED} and u.banned_until < 'infinity' then ${isoSql('u.banned_until')}
  end as banned_until,
  ${isoSql('u.login_at')} as login_at,
  ${isoSql('u.created_at')} as created_at`;

/** Digits of a phone number; fewer than ten may be somebody's number as well. */
const PHONE = /^\+?[\d -]{6,20}$/;
const NUMBER = /^[1-9]\d{0,8}$/;

/**
 * What of somebody a text may be that isn't public: searching by it needs a fresh login and is
 * logged.
 */
export type PersonalKind = 'email' | 'mobile' | 'ip';

/** The kinds that a text can only be, and those that it may be beside a name or a number. */
export function personalKinds(text: string | undefined): {
  only?: PersonalKind;
  perhaps?: PersonalKind;
} {
  const wanted = text?.trim() ?? '';
  if (wanted.includes('@')) return { only: 'email' };
  if (isIP(wanted)) return { only: 'ip' };
  if (!PHONE.test(wanted)) return {};
  return NUMBER.test(wanted) ? { perhaps: 'mobile' } : { only: 'mobile' };
}

/**
 * Which columns a text can be meant for; each is a look into an index. Of what is personal, the
 * `kind` that may be searched by.
 */
function candidates(
  text: string,
  kind: PersonalKind | undefined,
  add: (value: unknown) => string,
): string {
  const wanted = text.trim().toLowerCase();
  const prefix = add(`${wanted.replace(/[\\%_]/g, '\\$&')}%`);
  const whole = add(wanted);
  const found = [
    `(select id from "user" where lower(nickname) like ${prefix} limit ${NAMED})`,
    `(select id from "user" where lower(username) = ${whole})`,
  ];
  if (NUMBER.test(wanted)) found.push(`(select id from "user" where id = ${add(Number(wanted))})`);
  if (kind === 'email')
    found.push(
      `(select id from "user" where email <> '' and lower(email) like ${prefix} limit ${NAMED})`,
    );
  if (kind === 'mobile')
    found.push(`(select id from "user" where mobile <> '' and mobile = ${whole} limit ${NAMED})`);
  if (kind === 'ip')
    found.push(
      ...['created_ip', 'login_ip'].map(
        (column) =>
          `(select id from "user" where ${column} <> '' and ${column} = ${whole} limit ${NAMED})`,
      ),
    );
  return `u.id in (${found.join(' union ')})`;
}

/**
 * Conditions that are asked for, so that each combination has its own plan on the index that fits
 * it.
 */
function conditions({ text, personal, groupId, state, days }: UserFilter): {
  where: string;
  values: unknown[];
} {
  const values: unknown[] = [];
  const add = (value: unknown): string => `$${values.push(value)}`;
  const parts = [
    ...(text ? [candidates(text, personal, add)] : []),
    ...(groupId === undefined ? [] : [`u.group_id = ${add(groupId)}::int`]),
    ...(state === 'banned' ? [BANNED] : []),
    ...(state === 'warned'
      ? ['u.id in (select user_id from warning where withdrawn_at is null)']
      : []),
    ...(days === undefined
      ? []
      : [`u.created_at > now() - make_interval(days => ${add(days)}::int)`]),
  ];
  return { where: parts.join(' and ') || 'true', values };
}

/**
 * Only numbers are read on the way to a page far back: they stand in the index that the order has.
 */
const ROWS = (where: string, page: string): string =>
  `
    select ${CARD}
    from (select u.id from "user" u where ${where} ${page}) found
    join "user" u on u.id = found.id
    join "group" g on g.id = u.group_id`;

/**
 * A page of people, and how many fit the filter; `more`: more than were counted. `order` is SQL of
 * ours.
 */
export async function readUsers(
  db: Db,
  filter: UserFilter,
  order: string,
  offset: number,
  limit: number,
): Promise<{ rows: AdminUserRowWire[]; total: number; more: boolean }> {
  const { where, values } = conditions(filter);
  const n = values.length;
  const page = plannedStatement<AdminUserRowWire>(
    `${ROWS(
      where,
      `
        order by ${order}
        offset $${n + 1}::int
        limit $${n + 2}::int`,
    )} order by ${order}`,
  );
  const count = plannedStatement<{ total: number }>(
    `
      select count(*)::int as total
      from (select from "user" u where ${where} limit ${COUNTED + 1}) counted`,
  );
  const [rows, [counted]] = await Promise.all([
    page(db, [...values, offset, limit]),
    count(db, values),
  ]);
  const total = counted?.total ?? 0;
  return { rows, total: Math.min(total, COUNTED), more: total > COUNTED };
}

/** All people of the filter, for a file; nothing personal is in it. */
export function exportUsers(
  db: Db,
  filter: UserFilter,
  order: string,
): AsyncGenerator<AdminUserRowWire[]> {
  const { where, values } = conditions(filter);
  return rowsOf(
    db,
    `
      select ${CARD}
      from "user" u
      join "group" g on g.id = u.group_id
      where ${where}
      order by ${order}`,
    values,
  );
}
