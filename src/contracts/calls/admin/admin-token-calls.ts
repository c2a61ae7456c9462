import { TOKEN_STATES } from '../../admin-choices.ts';
import { TOKEN_SCOPES } from '../../limits.ts';
import { AdminTokenWire, IssuedTokenWire, IssueTokenWire } from '../../wire/admin-token.ts';
import { table, tagged } from '../call-spec.ts';
import { optionalChoice, optionalId } from '../params.ts';

export const ADMIN_TOKEN_CALLS = tagged('admin', {
  'GET /v2/admin/tokens': {
    right: 'admin.read',
    summary: 'Personal access tokens',
    ...table(AdminTokenWire, {
      orders: ['created_at', 'used_at', 'expires_at'],
      sort: '-created_at',
      filters: {
        state: optionalChoice(TOKEN_STATES),
        scope: optionalChoice(TOKEN_SCOPES),
        user: optionalId,
      },
      csv: true,
    }),
  },
  'POST /v2/admin/tokens': {
    right: 'token.manage',
    summary: 'Makes a token by which a program acts as a person',
    description:
      'The token is in this reply and can’t be read again. The person is told. For an administrator only by that person: 403. `moderate` needs somebody who moderates something. `limit`: the person has too many already.',
    body: IssueTokenWire,
    reply: IssuedTokenWire,
  },
  'POST /v2/admin/tokens/{id}/revoke': {
    right: 'token.manage',
    summary: 'Makes a token useless',
    errors: { 404: 'No such token' },
  },
});
