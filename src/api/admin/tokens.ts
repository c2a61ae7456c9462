import { createRoute, z } from '@hono/zod-openapi';
import { SCOPES } from '#auth/actor.ts';
import { mintToken } from '#auth/token.ts';
import {
  AdminTokenWire,
  IssuedTokenWire,
  IssueTokenWire,
  TOKEN_STATES,
} from '#contracts/wire/admin-token.ts';
import { DoneWire } from '#contracts/wire/site.ts';
import { exportTokens, readTokens, TOKEN_ORDERS } from '#domain/token/admin-read.ts';
import { issueToken, revokeAnyToken } from '#domain/token/issue.ts';
import { may } from '../middleware/may.ts';
import { optionalId, requiredId } from '../params.ts';
import { jsonBody, replies, router } from '../router.ts';
import { fresh, freshAdministrator, tags } from './area.ts';
import { csvReply, sendCsv } from './csv.ts';
import { given, likeAnywhere, orderSql, tableQuery, tableReply } from './table.ts';

/* Personal access tokens of everybody (R43). */

export const adminTokens = router();

const query = tableQuery(['created_at', 'used_at', 'expires_at'], '-created_at', {
  state: given(z.enum(TOKEN_STATES)),
  scope: given(z.enum(SCOPES)),
  user: optionalId,
});
const filterOf = ({ state, scope, user, q }: z.output<typeof query>) => ({
  state,
  scope,
  userId: user,
  text: q,
  pattern: q === undefined ? undefined : likeAnywhere(q),
});

adminTokens.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/tokens',
    ...may('admin.read'),
    tags,
    summary: 'Personal access tokens',
    request: { query },
    responses: replies(tableReply(AdminTokenWire)),
  }),
  async (c) => {
    const asked = c.req.valid('query');
    return c.json(
      await readTokens(
        c.var.deps.db,
        filterOf(asked),
        orderSql(asked.sort, TOKEN_ORDERS, 't.id'),
        asked.offset,
        asked.limit,
      ),
      200,
    );
  },
);

adminTokens.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/tokens.csv',
    ...may('admin.read'),
    tags,
    summary: 'The same as a file, all of it',
    request: { query },
    responses: csvReply,
  }),
  (c) => {
    const asked = c.req.valid('query');
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
      exportTokens(c.var.deps.db, filterOf(asked), orderSql(asked.sort, TOKEN_ORDERS, 't.id')),
    );
  },
);

adminTokens.openapi(
  createRoute({
    method: 'post',
    path: '/v2/admin/tokens',
    ...may('token.manage'),
    tags,
    summary: 'Makes a token by which a program acts as a person',
    description:
      'The token is in this reply and can’t be read again. For an administrator only by that person: 403. `moderate` needs somebody who moderates something. `limit`: the person has too many already.',
    request: { body: jsonBody(IssueTokenWire) },
    responses: { ...replies(IssuedTokenWire), ...fresh },
  }),
  async (c) => {
    const actor = freshAdministrator(c);
    const { user_id, ...wanted } = c.req.valid('json');
    const { token, ...stored } = mintToken();
    return c.json(
      {
        id: await issueToken(c.var.deps.db, actor.userId, {
          ...wanted,
          userId: user_id,
          ...stored,
        }),
        token,
      },
      200,
    );
  },
);

adminTokens.openapi(
  createRoute({
    method: 'post',
    path: '/v2/admin/tokens/{id}/revoke',
    ...may('token.manage'),
    tags,
    summary: 'Makes a token useless',
    request: { params: z.object({ id: requiredId }) },
    responses: { ...replies(DoneWire), ...fresh, 404: { description: 'No such token' } },
  }),
  async (c) => {
    await revokeAnyToken(c.var.deps.db, freshAdministrator(c).userId, c.req.valid('param').id);
    return c.json({ code: 0, msg: 'ok' }, 200);
  },
);
