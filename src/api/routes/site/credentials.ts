import { createRoute, z } from '@hono/zod-openapi';
import { generateToken, listTokens, revokeToken } from '#auth/access-token.ts';
import type { Actor } from '#auth/actor.ts';
import { isGlobalModerator } from '#auth/actor.ts';
import { getSessionCookie } from '#auth/cookies.ts';
import { requireActor } from '#auth/guards.ts';
import { endOtherSessions, listSessions } from '#auth/session.ts';
import { AppError } from '#contracts/errors.ts';
import { SIGN_INS_KEPT_DAYS, TOKEN_REQUIREMENTS } from '#contracts/limits.ts';
import { OkReplyWire } from '#contracts/wire/replies.ts';
import {
  CreatedTokenReplyWire,
  NewTokenWire,
  SessionsReplyWire,
  type SessionWire,
  SignInsReplyWire,
  TokensReplyWire,
  type TokenWire,
} from '#contracts/wire/settings.ts';
import { logSignIn } from '#domain/sign-in/log-sign-in.ts';
import { readSignInsOfUser } from '#domain/sign-in/read.ts';
import { createOwnToken } from '#domain/token/create.ts';
import { readSettings } from '#domain/user/settings.ts';
import { MAX_SIGN_INS_LISTED, MAX_TOKENS_PER_USER } from '#platform/limits.ts';
import type { ApiContext } from '../../http/context.ts';
import { limitRate } from '../../http/middleware/limit-rate.ts';
import { isCallerModerator } from '../../http/middleware/require-captcha.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import { requiredId } from '../../http/params.ts';
import { createRouter, jsonBody, jsonResponses } from '../../http/router.ts';

/*
 * The keys to an account: personal access tokens (R43) and logins. They are looked at and changed
 * in a browser only: a token that leaked must not be able to make another one.
 */

const tags = ['keys'];
const browserOnlyResponses = {
  401: { description: 'Not logged in' },
  403: { description: 'Called by a token' },
};
const OK_REPLY = { code: 0, msg: 'ok' } as const;

export const credentialRoutes = createRouter();

/** The caller, by a browser. */
function requireBrowserCaller(c: ApiContext): Actor {
  const actor = requireActor(c);
  if (actor.via !== 'session') throw new AppError('forbidden');
  return actor;
}

/** The tokens of the sessions that the asking browser has. */
const getOwnSessionTokens = (c: ApiContext): string[] =>
  (['site', 'admin'] as const)
    .map((kind) => getSessionCookie(c, c.var.deps.env, kind))
    .filter((token) => token !== undefined);

/**
 * Whether the caller's account is old enough, and has written enough, for programs to write in its
 * name.
 */
const mayCreateTokens = ({ standing: { since, posts } }: Actor): boolean =>
  Date.now() - since.getTime() >= TOKEN_REQUIREMENTS.days * 86_400_000 &&
  posts >= TOKEN_REQUIREMENTS.posts;

type StoredToken = Awaited<ReturnType<typeof listTokens>>[number];

const isTokenActive = ({ revokedAt, expiresAt }: StoredToken): boolean =>
  revokedAt === null && (expiresAt === null || expiresAt.getTime() > Date.now());

const toTokenWire = ({
  id,
  name,
  hint,
  scopes,
  createdAt,
  usedAt,
  expiresAt,
  issuer,
}: StoredToken): TokenWire => ({
  id,
  name,
  hint,
  scopes: scopes as TokenWire['scopes'],
  created_at: createdAt.toISOString(),
  used_at: usedAt?.toISOString() ?? null,
  expires_at: expiresAt?.toISOString() ?? null,
  issuer,
});

credentialRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v1/user/token',
    tags,
    summary: 'The caller’s personal access tokens that work now, the newest first',
    responses: { ...jsonResponses(TokensReplyWire), ...browserOnlyResponses },
  }),
  async (c) => {
    const actor = requireBrowserCaller(c);
    return c.json(
      {
        ...OK_REPLY,
        data: (await listTokens(c.var.deps.db, actor.userId))
          .filter(isTokenActive)
          .map(toTokenWire),
      },
      200,
    );
  },
);

credentialRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v1/user/token',
    tags,
    ...requireRight('token.create'),
    summary: 'Makes a personal access token',
    description: `The token is in this reply and can’t be read again. \`days\` 0: until it is revoked. It needs a login within the last ten minutes: 401 \`loginAgain\`. \`limit\`: there are ${MAX_TOKENS_PER_USER} already; \`standing\`: an account is too new, or has too few posts (${TOKEN_REQUIREMENTS.days} days, ${TOKEN_REQUIREMENTS.posts} posts). 403 for the scope \`moderate\` of somebody who moderates nothing.`,
    request: { body: jsonBody(NewTokenWire) },
    responses: {
      ...jsonResponses(CreatedTokenReplyWire),
      ...browserOnlyResponses,
      401: { description: 'Not logged in, or `loginAgain`' },
    },
  }),
  async (c) => {
    const actor = requireBrowserCaller(c);
    const { db } = c.var.deps;
    const { name, scopes, days } = c.req.valid('json');
    if (
      scopes.includes('moderate') &&
      !(await readSettings(db, actor.userId, isGlobalModerator(actor))).may_moderate
    )
      throw new AppError('forbidden');
    if (!mayCreateTokens(actor) && !(await isCallerModerator(c)))
      throw new AppError('standing', { values: TOKEN_REQUIREMENTS });
    const { token, ...stored } = generateToken();
    const id = await createOwnToken(db, actor.userId, { name, scopes, days, ...stored });
    c.header('cache-control', 'no-store');
    return c.json({ ...OK_REPLY, data: { id, token } }, 200);
  },
);

credentialRoutes.openapi(
  createRoute({
    method: 'delete',
    path: '/v1/user/token',
    tags,
    ...requireRight('login.manage'),
    summary: 'Revokes a personal access token',
    request: { query: z.object({ id: requiredId }) },
    responses: {
      ...jsonResponses(OkReplyWire),
      ...browserOnlyResponses,
      404: { description: 'No such token of the caller' },
    },
  }),
  async (c) => {
    const actor = requireBrowserCaller(c);
    if (!(await revokeToken(c.var.deps.db, actor.userId, c.req.valid('query').id)))
      throw new AppError('notFound');
    return c.json(OK_REPLY, 200);
  },
);

credentialRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v1/user/session',
    tags,
    summary:
      'Browsers that the caller is logged in with, on the site and in the admin area, this one first',
    responses: { ...jsonResponses(SessionsReplyWire), ...browserOnlyResponses },
  }),
  async (c) => {
    const actor = requireBrowserCaller(c);
    const data: SessionWire[] = (
      await listSessions(c.var.deps.db, actor.userId, getOwnSessionTokens(c))
    ).map((session) => ({
      id: session.id,
      kind: session.kind,
      user_agent: session.userAgent,
      ip: session.ip,
      created_at: session.createdAt.toISOString(),
      seen_at: session.seenAt.toISOString(),
      current: session.current,
    }));
    return c.json({ ...OK_REPLY, data }, 200);
  },
);

credentialRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v1/user/session/log',
    tags,
    summary: 'The caller’s latest sign-ins, logouts and refused logins, the newest first',
    description: `At most ${MAX_SIGN_INS_LISTED}; they are kept for ${SIGN_INS_KEPT_DAYS} days.`,
    responses: { ...jsonResponses(SignInsReplyWire), ...browserOnlyResponses },
  }),
  async (c) =>
    c.json(
      { ...OK_REPLY, data: await readSignInsOfUser(c.var.deps.db, requireBrowserCaller(c).userId) },
      200,
    ),
);

credentialRoutes.openapi(
  createRoute({
    method: 'delete',
    path: '/v1/user/session',
    tags,
    ...requireRight('login.manage', limitRate('edit')),
    summary: 'Logs the caller out of another browser, or of all others',
    description: 'Without `id` all but the one that asks, on the site and in the admin area.',
    request: {
      query: z.object({
        id: z
          .string()
          .regex(/^[0-9a-f]{16}$/)
          .optional(),
      }),
    },
    responses: {
      ...jsonResponses(OkReplyWire),
      ...browserOnlyResponses,
      404: { description: 'No such login of the caller' },
    },
  }),
  async (c) => {
    const actor = requireBrowserCaller(c);
    const { id } = c.req.valid('query');
    const ended = await endOtherSessions(c.var.deps.db, actor.userId, getOwnSessionTokens(c), id);
    if (id !== undefined && ended === 0) throw new AppError('notFound');
    if (ended > 0)
      await logSignIn(c.var.deps.db, {
        userId: actor.userId,
        kind: 'site',
        event: 'ended',
        ip: c.var.ip,
        userAgent: c.req.header('user-agent') ?? '',
      });
    return c.json(OK_REPLY, 200);
  },
);
