import { z } from '@hono/zod-openapi';
import { TOKEN_STATES } from '../../admin-choices.ts';
import { int, namedObject, time } from '../../wire/field-types.ts';
import { NewTokenWire, TokenWire } from '../../wire/settings.ts';
import { table, tagged } from '../call-spec.ts';
import { optionalId } from '../params.ts';

/* Personal access tokens of all users (R43). */

export const AdminTokenWire = TokenWire.extend({
  user: z.object({ id: int, nickname: z.string(), avatar: z.string() }),
  state: z.enum(TOKEN_STATES),
  revoked_at: time.nullable(),
}).meta({ id: 'AdminToken' });
export type AdminTokenWire = z.infer<typeof AdminTokenWire>;

const IssueTokenWire = NewTokenWire.extend({ user_id: z.int().min(1).max(2_147_483_647) }).meta({
  id: 'IssueToken',
});
/** Only this reply contains `token`. */
export const IssuedTokenWire = namedObject('IssuedToken', { id: int, token: z.string() });
export type IssuedTokenWire = z.infer<typeof IssuedTokenWire>;

export const ADMIN_TOKEN_CALLS = tagged('admin', {
  'GET /v2/admin/tokens': {
    right: 'admin.read',
    summary: 'Lists personal access tokens of all members',
    ...table(AdminTokenWire, 'GET /v2/admin/tokens', {
      filters: { user: optionalId },
      csv: [
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
    }),
  },
  'POST /v2/admin/tokens': {
    right: 'token.manage',
    summary: 'Creates a token with which a program acts as a member',
    description:
      'The token is only in this reply. The member is notified. Only an administrator can create their own tokens; for another administrator the call returns 403. The scope `moderate` needs a member who moderates a forum. Error: `limit` (the member has too many tokens).',
    body: IssueTokenWire,
    reply: IssuedTokenWire,
  },
  'POST /v2/admin/tokens/{id}/revoke': {
    right: 'token.manage',
    summary: 'Revokes a token',
    errors: { 404: 'No such token' },
  },
});
