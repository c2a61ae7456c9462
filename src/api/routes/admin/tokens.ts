import { createRoute, z } from '@hono/zod-openapi';
import { generateToken } from '#auth/access-token.ts';
import { SCOPES } from '#auth/actor.ts';
import { TOKEN_STATES } from '#contracts/admin-choices.ts';
import { tableReply } from '#contracts/wire/admin-replies.ts';
import { AdminTokenWire, IssuedTokenWire, IssueTokenWire } from '#contracts/wire/admin-token.ts';
import { OkReplyWire } from '#contracts/wire/replies.ts';
import { createTokenForUser, revokeAnyToken } from '#domain/token/admin-tokens.ts';
import { exportTokens, readTokens, TOKEN_ORDERS } from '#domain/token/token-table.ts';
import { translator } from '#i18n/translator.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import { optionalId, requiredId } from '../../http/params.ts';
import { createRouter, jsonBody, jsonResponses } from '../../http/router.ts';
import { adminTags, freshLoginResponses, requireFreshAdministrator } from './admin-access.ts';
import { csvResponses, sendCsv } from './csv.ts';
import { optionalFilter, tableQuery, toLikePattern, toOrderBySql } from './table-query.ts';

/* Personal access tokens of everybody (R43). */

export const adminTokenRoutes = createRouter();

const tokensQuery = tableQuery(['created_at', 'used_at', 'expires_at'], '-created_at', {
  state: optionalFilter(z.enum(TOKEN_STATES)),
  scope: optionalFilter(z.enum(SCOPES)),
  user: optionalId,
});
const toTokenFilter = ({ state, scope, user, q }: z.output<typeof tokensQuery>) => ({
  state,
  scope,
  userId: user,
  text: q,
  pattern: q === undefined ? undefined : toLikePattern(q),
});

adminTokenRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/tokens',
    ...requireRight('admin.read'),
    tags: adminTags,
    summary: 'Personal access tokens',
    request: { query: tokensQuery },
    responses: jsonResponses(tableReply(AdminTokenWire)),
  }),
  async (c) => {
    const query = c.req.valid('query');
    return c.json(
      await readTokens(
        c.var.deps.db,
        toTokenFilter(query),
        toOrderBySql(query.sort, TOKEN_ORDERS, 't.id'),
        query.offset,
        query.limit,
      ),
      200,
    );
  },
);

adminTokenRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/tokens.csv',
    ...requireRight('admin.read'),
    tags: adminTags,
    summary: 'The same as a file, all of it',
    request: { query: tokensQuery },
    responses: csvResponses,
  }),
  (c) => {
    const query = c.req.valid('query');
    return sendCsv(
      c,
      'tokens',
      {
        id: (row) => row.id,
        user_id: (row) => row.user.id,
        user: (row) => row.user.nickname,
        name: (row) => row.name,
        scopes: (row) => row.scopes.join(' '),
        state: (row) => row.state,
        created_at: (row) => row.created_at,
        used_at: (row) => row.used_at,
        expires_at: (row) => row.expires_at,
        revoked_at: (row) => row.revoked_at,
      },
      exportTokens(
        c.var.deps.db,
        toTokenFilter(query),
        toOrderBySql(query.sort, TOKEN_ORDERS, 't.id'),
      ),
    );
  },
);

adminTokenRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v2/admin/tokens',
    ...requireRight('token.manage'),
    tags: adminTags,
    summary: 'Makes a token by which a program acts as a person',
    description:
      'The token is in this reply and can’t be read again. The person is told. For an administrator only by that person: 403. `moderate` needs somebody who moderates something. `limit`: the person has too many already.',
    request: { body: jsonBody(IssueTokenWire) },
    responses: { ...jsonResponses(IssuedTokenWire), ...freshLoginResponses },
  }),
  async (c) => {
    const actor = requireFreshAdministrator(c);
    const { user_id, ...wanted } = c.req.valid('json');
    const { token, ...stored } = generateToken();
    return c.json(
      {
        id: await createTokenForUser(
          c.var.deps.db,
          actor.userId,
          { ...wanted, userId: user_id, ...stored },
          (lang) =>
            translator(lang)('messages.tokenMade', {
              name: wanted.name,
              issuer: actor.nickname,
            }),
        ),
        token,
      },
      200,
    );
  },
);

adminTokenRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v2/admin/tokens/{id}/revoke',
    ...requireRight('token.manage'),
    tags: adminTags,
    summary: 'Makes a token useless',
    request: { params: z.object({ id: requiredId }) },
    responses: {
      ...jsonResponses(OkReplyWire),
      ...freshLoginResponses,
      404: { description: 'No such token' },
    },
  }),
  async (c) => {
    await revokeAnyToken(
      c.var.deps.db,
      requireFreshAdministrator(c).userId,
      c.req.valid('param').id,
    );
    return c.json({ code: 0, msg: 'ok' }, 200);
  },
);
