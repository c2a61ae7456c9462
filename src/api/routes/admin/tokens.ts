import { generateToken } from '#auth/access-token.ts';
import { SCOPES } from '#auth/actor.ts';
import { TOKEN_STATES } from '#contracts/admin-choices.ts';
import { AdminTokenWire, IssuedTokenWire, IssueTokenWire } from '#contracts/wire/admin-token.ts';
import { createTokenForUser, revokeAnyToken } from '#domain/token/admin-tokens.ts';
import { tokenTable } from '#domain/token/token-table.ts';
import { translator } from '#i18n/translator.ts';
import { optionalId } from '../../http/params.ts';
import { createRouter } from '../../http/router.ts';
import { getAdministrator } from './admin-access.ts';
import { addAdminCall } from './admin-call.ts';
import { optionalChoice } from './table-query.ts';
import { addTableRoutes } from './table-routes.ts';

/* Personal access tokens of everybody (R43). */

export const adminTokenRoutes = createRouter();

addTableRoutes(adminTokenRoutes, {
  path: '/v2/admin/tokens',
  right: 'admin.read',
  summary: 'Personal access tokens',
  table: tokenTable,
  row: AdminTokenWire,
  filters: {
    state: optionalChoice(TOKEN_STATES),
    scope: optionalChoice(SCOPES),
    user: optionalId,
  },
  defaultSort: '-created_at',
  csv: {
    name: 'tokens',
    columns: [
      'id',
      ['user_id', (row) => row.user.id],
      ['user', (row) => row.user.nickname],
      'name',
      ['scopes', (row) => row.scopes.join(' ')],
      'state',
      'created_at',
      'used_at',
      'expires_at',
      'revoked_at',
    ],
  },
});

addAdminCall(adminTokenRoutes, 'POST /v2/admin/tokens', {
  right: 'token.manage',
  summary: 'Makes a token by which a program acts as a person',
  description:
    'The token is in this reply and can’t be read again. The person is told. For an administrator only by that person: 403. `moderate` needs somebody who moderates something. `limit`: the person has too many already.',
  body: IssueTokenWire,
  reply: IssuedTokenWire,
  async run({ db, actorId, body: { user_id, ...wanted }, c }) {
    const { token, ...stored } = generateToken();
    const issuer = getAdministrator(c).nickname;
    const id = await createTokenForUser(
      db,
      actorId,
      { ...wanted, userId: user_id, ...stored },
      (lang) => translator(lang)('messages.tokenMade', { name: wanted.name, issuer }),
    );
    return { id, token };
  },
});

addAdminCall(adminTokenRoutes, 'POST /v2/admin/tokens/{id}/revoke', {
  right: 'token.manage',
  summary: 'Makes a token useless',
  errors: { 404: 'No such token' },
  run: ({ db, actorId, id }) => revokeAnyToken(db, actorId, id),
});
