import { isIP } from 'node:net';
import type { USER_STATES } from '#contracts/admin-choices.ts';
import type { AdminUserRowWire } from '#contracts/wire/admin-user.ts';
import { isBannedSql } from '#db/is-banned-sql.ts';
import { isoSql } from '#db/iso-sql.ts';
import { escapeLikePattern } from '#db/like-pattern.ts';
import { defineTable } from '../shared/define-table.ts';

export interface UserFilter {
  /** Prefix of a name, an id, or a whole email address, phone number or IP address. */
  q?: string | undefined;
  /** Personal data that `q` is matched with. */
  personal?: PersonalDataKind | undefined;
  group?: number | undefined;
  state?: (typeof USER_STATES)[number] | undefined;
  /** Joined within this many days. */
  joined?: string | undefined;
}

const MAX_NAME_MATCHES = 1_000;

/** SQL columns that the table and a user's page share; from `"user" u join "group" g`. */
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
  coalesce(${isBannedSql('u')}, false) as banned,
  case
    when ${isBannedSql('u')} and u.banned_until < 'infinity' then ${isoSql('u.banned_until')}
  end as banned_until,
  ${isoSql('u.login_at')} as login_at,
  ${isoSql('u.created_at')} as created_at`;

/** A phone number; with fewer than ten digits also a possible user id. */
const PHONE_PATTERN = /^\+?[\d -]{6,20}$/;
const ID_PATTERN = /^[1-9]\d{0,8}$/;

/** Personal data in a search; requires a fresh login and is logged. */
export type PersonalDataKind = 'email' | 'mobile' | 'ip';

/** The personal kind of a text: `only`, or `perhaps` in addition to a name or id. */
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

/** One index look-up per column; personal data only of `kind`. */
function toTextCondition(text: string, kind: PersonalDataKind | undefined): string {
  const alternatives = [
    `(select id from "user" where lower(nickname) like :prefix limit ${MAX_NAME_MATCHES})`,
    `(select id from "user" where lower(username) = :wanted)`,
  ];
  if (ID_PATTERN.test(text))
    alternatives.push(`(select id from "user" where id = :wanted::text::int)`);
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
  return `u.id in (${alternatives.join(' union ')})`;
}

const normalizeText = (text = ''): string => text.trim().toLowerCase();

/** Users without personal data. Orders use indexed columns that posting never updates. */
export const userTable = defineTable<AdminUserRowWire, UserFilter>({
  table: '"user"',
  alias: 'u',
  key: 'id',
  keyFollowsOrder: true,
  columns: ADMIN_USER_COLUMNS,
  joins: `join "group" g on g.id = u.group_id`,
  orders: { created_at: 'u.created_at', login_at: 'u.login_at' },
  filters: {
    q: (text, { personal }) => toTextCondition(normalizeText(text), personal),
    group: 'u.group_id = :group::int',
    state: (state) =>
      state === 'banned'
        ? isBannedSql('u')
        : 'u.id in (select user_id from warning where withdrawn_at is null)',
    joined: 'u.created_at > now() - make_interval(days => :joined::int)',
  },
  params: ({ q }) => ({
    prefix: `${escapeLikePattern(normalizeText(q))}%`,
    wanted: normalizeText(q),
  }),
});
