import { isIP } from 'node:net';
import type { USER_STATES } from '#contracts/admin-choices.ts';
import type { AdminUserRowWire } from '#contracts/wire/admin-user.ts';
import type { Db } from '#db/client.ts';
import { isoSql } from '#db/iso-sql.ts';
import { escapeLikePattern } from '#db/like-pattern.ts';
import type { Params } from '#db/named-parameters.ts';
import { unpreparedStatement } from '#db/statement.ts';
import { streamRows } from '#db/stream-rows.ts';
import { WhereClause } from '#db/where-clause.ts';
import { MAX_COUNTED_ROWS } from '#platform/limits.ts';

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
  personal?: PersonalDataKind | undefined;
  groupId?: number | undefined;
  state?: (typeof USER_STATES)[number] | undefined;
  /** Joined within so many days. */
  joinedWithinDays?: number | undefined;
}

/** People whose names begin alike. */
const MAX_NAME_MATCHES = 1_000;

export const IS_BANNED_SQL = `(u.banned_from <= now() and u.banned_until > now())`;
/** SQL columns that the table and a person's page share; from `"user" u join "group" g`. */
export const ADMIN_USER_COLUMNS = `
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
  coalesce(${IS_BANNED_SQL}, false) as banned,
  case
    when ${IS_BANNED_SQL} and u.banned_until < 'infinity' then ${isoSql('u.banned_until')}
  end as banned_until,
  ${isoSql('u.login_at')} as login_at,
  ${isoSql('u.created_at')} as created_at`;

/** Digits of a phone number; fewer than ten may be somebody's number as well. */
const PHONE_PATTERN = /^\+?[\d -]{6,20}$/;
const ID_PATTERN = /^[1-9]\d{0,8}$/;

/**
 * What of somebody a text may be that isn't public: searching by it needs a fresh login and is
 * logged.
 */
export type PersonalDataKind = 'email' | 'mobile' | 'ip';

/** The kinds that a text can only be, and those that it may be beside a name or a number. */
export function getPersonalDataKinds(text: string | undefined): {
  only?: PersonalDataKind;
  perhaps?: PersonalDataKind;
} {
  const searchText = text?.trim() ?? '';
  if (searchText.includes('@')) return { only: 'email' };
  if (isIP(searchText)) return { only: 'ip' };
  if (!PHONE_PATTERN.test(searchText)) return {};
  return ID_PATTERN.test(searchText) ? { perhaps: 'mobile' } : { only: 'mobile' };
}

/**
 * Adds the condition of a text that may be meant for several columns; each is a look into an index.
 * Of what is personal, the `kind` that may be searched by.
 */
function addTextCondition(
  where: WhereClause,
  text: string,
  kind: PersonalDataKind | undefined,
): void {
  const searchText = text.trim().toLowerCase();
  const alternatives = [
    `(select id from "user" where lower(nickname) like :prefix limit ${MAX_NAME_MATCHES})`,
    `(select id from "user" where lower(username) = :wanted)`,
  ];
  if (ID_PATTERN.test(searchText)) alternatives.push(`(select id from "user" where id = :number)`);
  if (kind === 'email')
    alternatives.push(
      `(select id from "user" where email <> '' and lower(email) like :prefix limit ${MAX_NAME_MATCHES})`,
    );
  if (kind === 'mobile')
    alternatives.push(
      `(select id from "user" where mobile <> '' and mobile = :wanted limit ${MAX_NAME_MATCHES})`,
    );
  if (kind === 'ip')
    alternatives.push(
      ...['created_ip', 'login_ip'].map(
        (column) =>
          `(select id from "user" where ${column} <> '' and ${column} = :wanted limit ${MAX_NAME_MATCHES})`,
      ),
    );
  where.add(`u.id in (${alternatives.join(' union ')})`, {
    prefix: `${escapeLikePattern(searchText)}%`,
    wanted: searchText,
    number: Number(searchText),
  });
}

function toConditions({
  text,
  personal,
  groupId,
  state,
  joinedWithinDays,
}: UserFilter): WhereClause {
  const where = new WhereClause();
  if (text) addTextCondition(where, text, personal);
  if (groupId !== undefined) where.add('u.group_id = :groupId::int', { groupId });
  if (state === 'banned') where.add(IS_BANNED_SQL);
  if (state === 'warned')
    where.add('u.id in (select user_id from warning where withdrawn_at is null)');
  if (joinedWithinDays !== undefined)
    where.add('u.created_at > now() - make_interval(days => :days::int)', {
      days: joinedWithinDays,
    });
  return where;
}

/**
 * Only numbers are read on the way to a page far back: they stand in the index that the order has.
 */
const userRowsSql = (where: string, page: string): string =>
  `
    select ${ADMIN_USER_COLUMNS}
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
  const where = toConditions(filter);
  const page = unpreparedStatement<AdminUserRowWire, Params>(
    `${userRowsSql(
      where.sql,
      `
        order by ${order}
        offset :offset::int
        limit :limit::int`,
    )} order by ${order}`,
  );
  const count = unpreparedStatement<{ total: number }, Params>(
    `
      select count(*)::int as total
      from (select from "user" u where ${where.sql} limit ${MAX_COUNTED_ROWS + 1}) counted`,
  );
  const [rows, [counted]] = await Promise.all([
    page(db, { ...where.params, offset, limit }),
    count(db, where.params),
  ]);
  const total = counted?.total ?? 0;
  return { rows, total: Math.min(total, MAX_COUNTED_ROWS), more: total > MAX_COUNTED_ROWS };
}

/** All people of the filter, for a file; nothing personal is in it. */
export function exportUsers(
  db: Db,
  filter: UserFilter,
  order: string,
): AsyncGenerator<AdminUserRowWire[]> {
  const where = toConditions(filter);
  return streamRows(
    db,
    `
      select ${ADMIN_USER_COLUMNS}
      from "user" u
      join "group" g on g.id = u.group_id
      where ${where.sql}
      order by ${order}`,
    where.params,
  );
}
