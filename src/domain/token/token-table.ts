import type { TOKEN_STATES } from '#contracts/admin-choices.ts';
import type { AdminTokenWire } from '#contracts/wire/admin-token.ts';
import type { Db } from '#db/client.ts';
import { isoSql, nullableIsoSql } from '#db/iso-sql.ts';
import type { Params } from '#db/named-parameters.ts';
import { unpreparedStatement } from '#db/statement.ts';
import { streamRows } from '#db/stream-rows.ts';

/**
 * What a table of tokens can be ordered by. What was never used, or never ends, is the lowest or
 * the highest.
 */
export const TOKEN_ORDERS = {
  created_at: 't.id',
  used_at: `coalesce(t.used_at, '-infinity')`,
  expires_at: `coalesce(t.expires_at, 'infinity')`,
} as const;

const STATE_SQL = `
  case
    when t.revoked_at is not null then 'revoked'
    when t.expires_at <= now() then 'expired'
    else 'works'
  end`;
const TOKEN_COLUMNS = `
  t.id,
  t.name,
  t.hint,
  t.scopes,
  ${STATE_SQL} as state,
  (select nickname from "user" where id = t.issuer_id) as issuer,
  jsonb_build_object('id', u.id, 'nickname', u.nickname, 'avatar', u.avatar) as "user",
  ${isoSql('t.created_at')} as created_at,
  ${nullableIsoSql('t.used_at')} as used_at,
  ${nullableIsoSql('t.expires_at')} as expires_at,
  ${nullableIsoSql('t.revoked_at')} as revoked_at`;
const FROM_TOKENS = `from access_token t join "user" u on u.id = t.user_id`;
const WHERE_FILTER = `
  where (:state::text is null or ${STATE_SQL} = :state)
    and (:scope::text is null or :scope = any(t.scopes))
    and (:userId::int is null or t.user_id = :userId)
    and (
      :pattern::text is null or t.name ilike :pattern or u.nickname ilike :pattern or t.hint = :text
    )`;

export interface TokenFilter {
  state?: (typeof TOKEN_STATES)[number] | undefined;
  scope?: string | undefined;
  userId?: number | undefined;
  /** In the name of the token or of its owner; or all of the hint. */
  text?: string | undefined;
  /** The same as a pattern for `like`. */
  pattern?: string | undefined;
}

const toParams = ({ state, scope, userId, text, pattern }: TokenFilter) => ({
  state: state ?? null,
  scope: scope ?? null,
  userId: userId ?? null,
  pattern: pattern ?? null,
  text: text ?? null,
});

/**
 * A page of the tokens, and how many fit the filter. There are as many as programs, not as posts.
 * `order` is SQL of ours.
 */
export async function readTokens(
  db: Db,
  filter: TokenFilter,
  order: string,
  offset: number,
  limit: number,
): Promise<{ rows: AdminTokenWire[]; total: number }> {
  const page = unpreparedStatement<AdminTokenWire, Params>(
    `
      select ${TOKEN_COLUMNS}
      from (
        select t.* ${FROM_TOKENS} ${WHERE_FILTER}
        order by ${order}
        offset :offset
        limit :limit
      ) t
      join "user" u on u.id = t.user_id
      order by ${order}`,
  );
  const count = unpreparedStatement<{ total: number }, Params>(
    `select count(*)::int as total ${FROM_TOKENS} ${WHERE_FILTER}`,
  );
  const params = toParams(filter);
  const [rows, [counted]] = await Promise.all([
    page(db, { ...params, offset, limit }),
    count(db, params),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

/** All tokens of the filter, for a file; never the token itself. */
export const exportTokens = (
  db: Db,
  filter: TokenFilter,
  order: string,
): AsyncGenerator<AdminTokenWire[]> =>
  streamRows(
    db,
    `select ${TOKEN_COLUMNS} ${FROM_TOKENS} ${WHERE_FILTER} order by ${order}`,
    toParams(filter),
  );
