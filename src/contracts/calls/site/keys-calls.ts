import { z } from '@hono/zod-openapi';
import {
  MAX_SIGN_INS_LISTED,
  MAX_TOKENS_PER_USER,
  SIGN_IN_RETENTION_DAYS,
  TOKEN_REQUIREMENTS,
} from '../../limits.ts';
import {
  CreatedTokenReplyWire,
  NewTokenWire,
  SessionsReplyWire,
  SignInsReplyWire,
  TokensReplyWire,
} from '../../wire/settings.ts';
import { tagged } from '../call-spec.ts';
import { requiredId } from '../params.ts';

const sessionId = z.string().regex(/^[0-9a-f]{16}$/);

export const KEYS_CALLS = tagged('keys', {
  'GET /v1/user/token': {
    summary: 'The caller’s personal access tokens that work now, the newest first',
    reply: TokensReplyWire,
    errors: { 401: 'Not logged in', 403: 'Called by a token' },
  },
  'POST /v1/user/token': {
    right: 'token.create',
    rate: 'token',
    summary: 'Makes a personal access token',
    description: `The token is in this reply and can’t be read again. \`days\` 0: until it is revoked. It needs a login within the last ten minutes: 401 \`loginAgain\`. \`limit\`: there are ${MAX_TOKENS_PER_USER} already; \`standing\`: an account is too new, or has too few posts (${TOKEN_REQUIREMENTS.days} days, ${TOKEN_REQUIREMENTS.posts} posts). 403 for the scope \`moderate\` of somebody who moderates nothing.`,
    body: NewTokenWire,
    reply: CreatedTokenReplyWire,
    errors: { 401: 'Not logged in, or `loginAgain`', 403: 'Called by a token' },
  },
  'DELETE /v1/user/token': {
    right: 'login.manage',
    summary: 'Revokes a personal access token',
    query: { id: requiredId },
    errors: { 403: 'Called by a token', 404: 'No such token of the caller' },
  },
  'GET /v1/user/session': {
    summary:
      'Browsers that the caller is logged in with, on the site and in the admin area, this one first',
    reply: SessionsReplyWire,
    errors: { 401: 'Not logged in', 403: 'Called by a token' },
  },
  'GET /v1/user/session/log': {
    summary: 'The caller’s latest sign-ins, logouts and refused logins, the newest first',
    description: `At most ${MAX_SIGN_INS_LISTED}; they are kept for ${SIGN_IN_RETENTION_DAYS} days.`,
    reply: SignInsReplyWire,
    errors: { 401: 'Not logged in', 403: 'Called by a token' },
  },
  'DELETE /v1/user/session': {
    right: 'login.manage',
    rate: 'edit',
    summary: 'Logs the caller out of another browser, or of all others',
    description: 'Without `id` all but the one that asks, on the site and in the admin area.',
    query: { id: sessionId.optional() },
    errors: { 403: 'Called by a token', 404: 'No such login of the caller' },
  },
});
