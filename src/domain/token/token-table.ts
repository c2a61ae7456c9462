import type { TOKEN_STATES } from '#contracts/admin-choices.ts';
import type { AdminTokenWire } from '#contracts/calls/admin/admin-token-calls.ts';
import { isoSql } from '#db/iso-sql.ts';
import { toLikePattern } from '#db/like-pattern.ts';
import { defineTable } from '../define-table.ts';

const STATE_SQL = `
  case
    when t.revoked_at is not null then 'revoked'
    when t.expires_at <= now() then 'expired'
    else 'works'
  end`;

interface TokenFilter {
  state?: (typeof TOKEN_STATES)[number] | undefined;
  scope?: string | undefined;
  /** A person's number. */
  user?: number | undefined;
  /** In the name of the token or of its owner; or all of the hint. */
  q?: string | undefined;
}

/**
 * Tokens, never the token itself. There are as many as programs, not as posts. What was never used,
 * or never ends, is the lowest or the highest.
 */
export const tokenTable = defineTable<AdminTokenWire, TokenFilter>({
  table: 'access_token',
  alias: 't',
  key: 'id',
  columns: `
    t.id,
    t.name,
    t.hint,
    t.scopes,
    ${STATE_SQL} as state,
    (select nickname from "user" where id = t.issuer_id) as issuer,
    jsonb_build_object('id', u.id, 'nickname', u.nickname, 'avatar', u.avatar) as "user",
    ${isoSql('t.created_at')} as created_at,
    ${isoSql('t.used_at')} as used_at,
    ${isoSql('t.expires_at')} as expires_at,
    ${isoSql('t.revoked_at')} as revoked_at`,
  joins: `join "user" u on u.id = t.user_id`,
  orders: {
    created_at: 't.id',
    used_at: `coalesce(t.used_at, '-infinity')`,
    expires_at: `coalesce(t.expires_at, 'infinity')`,
  },
  filters: {
    state: `${STATE_SQL} = :state`,
    scope: ':scope = any(t.scopes)',
    user: 't.user_id = :user::int',
    q: `
      t.name ilike :pattern
      or t.hint = :q
      or (select nickname from "user" where id = t.user_id) ilike :pattern`,
  },
  params: ({ q = '' }) => ({ pattern: toLikePattern(q) }),
  isSmall: true,
});
