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
    summary: 'Lists the caller’s valid personal access tokens, newest first',
    reply: TokensReplyWire,
    errors: { 401: 'Not logged in', 403: 'Called by a token' },
  },
  'POST /v1/user/token': {
    right: 'token.create',
    rate: 'token',
    summary: 'Creates a personal access token',
    description: `The token is only in this reply. \`days\` 0: it never expires. It needs a login within the last ten minutes: 401 \`loginAgain\`. Other errors: \`limit\` (the caller has ${MAX_TOKENS_PER_USER} tokens), \`standing\` (the account needs ${TOKEN_REQUIREMENTS.days} days and ${TOKEN_REQUIREMENTS.posts} posts). The scope \`moderate\` returns 403 unless the caller moderates a forum.`,
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
    summary: 'Lists the browsers in which the caller is logged in, the current one first',
    description: 'Includes sessions of the site and of the admin area.',
    reply: SessionsReplyWire,
    errors: { 401: 'Not logged in', 403: 'Called by a token' },
  },
  'GET /v1/user/session/log': {
    summary: 'Lists the caller’s latest logins, logouts and refused logins, newest first',
    description: `Returns at most ${MAX_SIGN_INS_LISTED}. Entries are deleted after ${SIGN_IN_RETENTION_DAYS} days.`,
    reply: SignInsReplyWire,
    errors: { 401: 'Not logged in', 403: 'Called by a token' },
  },
  'DELETE /v1/user/session': {
    right: 'login.manage',
    rate: 'edit',
    summary: 'Logs the caller out of one other browser, or of all others',
    description:
      'Without `id`, ends all sessions of the site and the admin area except the current one.',
    query: { id: sessionId.optional() },
    errors: { 403: 'Called by a token', 404: 'No such login of the caller' },
  },
});
