import type { TOKEN_STATES } from '#contracts/admin-choices.ts';
import type { AdminTokenWire } from '#contracts/calls/admin/admin-token-calls.ts';
import { AppError } from '#contracts/errors.ts';
import type { Lang } from '#contracts/language.ts';
import type { Db } from '#db/client.ts';
import { isoSql } from '#db/iso-sql.ts';
import { toLikePattern } from '#db/like-pattern.ts';
import { inTransaction, statement } from '#db/statement.ts';
import { notifyUsers } from '../../delivery/notification/notify-users.ts';
import { logAdminAction } from '../../log/log-admin-action.ts';
import { defineTable } from '../../shared/define-table.ts';
import { moderatesSomewhere } from '../../shared/moderates-somewhere.ts';
import { isGlobalModerator } from '../../shared/viewer.ts';
import { lockTokensOfUser, type NewToken, storeToken } from './create.ts';

export interface TokenForUser extends NewToken {
  userId: number;
}

const updateRevoked = statement<{ userId: number; name: string }, { id: number }>(
  `
    update access_token
    set revoked_at = now()
    where id = :id and revoked_at is null
    returning user_id as "userId", name`,
);
const selectToken = statement<unknown, { id: number }>(`select from access_token where id = :id`);

const createFieldError = (field: string) =>
  new AppError('malformed', { values: { field }, payload: [{ field }] });

/**
 * Creates an access token for a user (R43) and notifies them with `toNote`. An administrator's
 * token can only be created by themselves, which prevents impersonation. Throws malformed (unknown
 * user, or `moderate` for a non-moderator), forbidden, limit.
 */
export const createTokenForUser = (
  db: Db,
  actorId: number,
  { userId, ...token }: TokenForUser,
  toNote: (lang: Lang) => string,
): Promise<number> =>
  inTransaction(db, async (tx) => {
    const { name, scopes, days } = token;
    const person = await lockTokensOfUser(tx, userId);
    if (!person) throw createFieldError('user_id');
    const isAdministrator = isGlobalModerator({ userId, groupId: person.groupId });
    if (isAdministrator && userId !== actorId) throw new AppError('forbidden');
    if (scopes.includes('moderate') && !isAdministrator && !(await moderatesSomewhere(tx, userId)))
      throw createFieldError('scopes');
    const isForAnother = userId !== actorId;
    const id = await storeToken(tx, userId, isForAnother ? { ...token, issuerId: actorId } : token);
    if (isForAnother)
      await notifyUsers(tx, [
        { userId, kind: 'system', actorId, act: 'token.create', note: toNote(person.language) },
      ]);
    await logAdminAction(tx, {
      actorId,
      action: 'token.create',
      target: { userId },
      detail: { token: id, name, scopes, days },
    });
    return id;
  });

/** Revokes a user's token. Idempotent. Throws notFound. */
export const revokeAnyToken = (db: Db, actorId: number, id: number): Promise<void> =>
  inTransaction(db, async (tx) => {
    const [revoked] = await updateRevoked(tx, { id });
    if (revoked)
      await logAdminAction(tx, {
        actorId,
        action: 'token.revoke',
        target: { userId: revoked.userId },
        detail: { token: id, name: revoked.name },
      });
    else if ((await selectToken(tx, { id })).length === 0) throw new AppError('notFound');
  });

const STATE_SQL = `
  case
    when t.revoked_at is not null then 'revoked'
    when t.expires_at <= now() then 'expired'
    else 'works'
  end`;

interface TokenFilter {
  state?: (typeof TOKEN_STATES)[number] | undefined;
  scope?: string | undefined;
  /** User id. */
  user?: number | undefined;
  /** Part of the token's or owner's name, or the whole hint. */
  q?: string | undefined;
}

/** Never used sorts lowest, never expiring highest. */
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
