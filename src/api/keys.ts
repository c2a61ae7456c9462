import { createRoute, z } from '@hono/zod-openapi';
import type { Actor } from '#auth/actor.ts';
import { isMaster } from '#auth/actor.ts';
import { sessionCookie } from '#auth/cookies.ts';
import { requireActor } from '#auth/guards.ts';
import { endOtherSessions, listSessions } from '#auth/session.ts';
import { listTokens, mintToken, revokeToken } from '#auth/token.ts';
import { AppError } from '#contracts/errors.ts';
import {
  SIGN_INS_KEPT_DAYS,
  SIGN_INS_LISTED_MAX,
  TOKEN_STANDING,
  TOKENS_MAX,
} from '#contracts/limits.ts';
import {
  MadeTokenReplyWire,
  NewTokenWire,
  SessionsReplyWire,
  type SessionWire,
  SignInsReplyWire,
  TokensReplyWire,
  type TokenWire,
} from '#contracts/wire/settings.ts';
import { DoneWire } from '#contracts/wire/site.ts';
import { noteSignIn } from '#domain/sign-in/note.ts';
import { listSignIns } from '#domain/sign-in/read.ts';
import { makeOwnToken } from '#domain/token/make.ts';
import { readSettings } from '#domain/user/settings.ts';
import type { Ctx } from './context.ts';
import { isTrusted } from './middleware/captcha.ts';
import { may } from './middleware/may.ts';
import { rate } from './middleware/rate.ts';
import { requiredId } from './params.ts';
import { jsonBody, replies, router } from './router.ts';

/*
 * The keys to an account: personal access tokens (R43) and logins. They are looked at and changed
 * in a browser only: a token that leaked must not be able to make another one.
 */

const tags = ['keys'];
const only = { 401: { description: 'Not logged in' }, 403: { description: 'Called by a token' } };
const done = { code: 0, msg: 'ok' } as const;

export const keys = router();

/** The caller, by a browser. */
function holder(c: Ctx): Actor {
  const actor = requireActor(c);
  if (actor.via !== 'session') throw new AppError('forbidden');
  return actor;
}

/** The tokens of the sessions that the asking browser has. */
const ownSessions = (c: Ctx): string[] =>
  (['site', 'admin'] as const)
    .map((kind) => sessionCookie(c, c.var.deps.env, kind))
    .filter((token) => token !== undefined);

/**
 * Whether the caller's account is old enough, and has written enough, for programs to write in its
 * name.
 */
const hasStanding = ({ standing: { since, posts } }: Actor): boolean =>
  Date.now() - since.getTime() >= TOKEN_STANDING.days * 86_400_000 && posts >= TOKEN_STANDING.posts;

type StoredToken = Awaited<ReturnType<typeof listTokens>>[number];

const holds = ({ revokedAt, expiresAt }: StoredToken): boolean =>
  revokedAt === null && (expiresAt === null || expiresAt.getTime() > Date.now());

const presentToken = ({
  id,
  name,
  hint,
  scopes,
  createdAt,
  usedAt,
  expiresAt,
}: StoredToken): TokenWire => ({
  id,
  name,
  hint,
  scopes: scopes as TokenWire['scopes'],
  created_at: createdAt.toISOString(),
  used_at: usedAt?.toISOString() ?? null,
  expires_at: expiresAt?.toISOString() ?? null,
});

keys.openapi(
  createRoute({
    method: 'get',
    path: '/v1/user/token',
    tags,
    summary: 'The caller’s personal access tokens that work now, the newest first',
    responses: { ...replies(TokensReplyWire), ...only },
  }),
  async (c) => {
    const actor = holder(c);
    return c.json(
      {
        ...done,
        data: (await listTokens(c.var.deps.db, actor.userId)).filter(holds).map(presentToken),
      },
      200,
    );
  },
);

keys.openapi(
  createRoute({
    method: 'post',
    path: '/v1/user/token',
    tags,
    ...may('token.create', rate('token')),
    summary: 'Makes a personal access token',
    description: `The token is in this reply and can’t be read again. \`days\` 0: until it is revoked. It needs a login within the last ten minutes: 401 \`loginAgain\`. \`limit\`: there are ${TOKENS_MAX} already; \`standing\`: an account is too new, or has too few posts (${TOKEN_STANDING.days} days, ${TOKEN_STANDING.posts} posts). 403 for the scope \`moderate\` of somebody who moderates nothing.`,
    request: { body: jsonBody(NewTokenWire) },
    responses: {
      ...replies(MadeTokenReplyWire),
      ...only,
      401: { description: 'Not logged in, or `loginAgain`' },
    },
  }),
  async (c) => {
    const actor = holder(c);
    const { db } = c.var.deps;
    const { name, scopes, days } = c.req.valid('json');
    if (
      scopes.includes('moderate') &&
      !(await readSettings(db, actor.userId, isMaster(actor))).may_moderate
    )
      throw new AppError('forbidden');
    if (!hasStanding(actor) && !(await isTrusted(c)))
      throw new AppError('standing', { values: TOKEN_STANDING });
    const { token, ...stored } = mintToken();
    const id = await makeOwnToken(db, actor.userId, { name, scopes, days, ...stored });
    c.header('cache-control', 'no-store');
    return c.json({ ...done, data: { id, token } }, 200);
  },
);

keys.openapi(
  createRoute({
    method: 'delete',
    path: '/v1/user/token',
    tags,
    ...may('login.manage'),
    summary: 'Revokes a personal access token',
    request: { query: z.object({ id: requiredId }) },
    responses: {
      ...replies(DoneWire),
      ...only,
      404: { description: 'No such token of the caller' },
    },
  }),
  async (c) => {
    const actor = holder(c);
    if (!(await revokeToken(c.var.deps.db, actor.userId, c.req.valid('query').id)))
      throw new AppError('notFound');
    return c.json(done, 200);
  },
);

keys.openapi(
  createRoute({
    method: 'get',
    path: '/v1/user/session',
    tags,
    summary:
      'Browsers that the caller is logged in with, on the site and in the admin area, this one first',
    responses: { ...replies(SessionsReplyWire), ...only },
  }),
  async (c) => {
    const actor = holder(c);
    const data: SessionWire[] = (
      await listSessions(c.var.deps.db, actor.userId, ownSessions(c))
    ).map((one) => ({
      id: one.id,
      kind: one.kind,
      user_agent: one.userAgent,
      ip: one.ip,
      created_at: one.createdAt.toISOString(),
      seen_at: one.seenAt.toISOString(),
      current: one.current,
    }));
    return c.json({ ...done, data }, 200);
  },
);

keys.openapi(
  createRoute({
    method: 'get',
    path: '/v1/user/session/log',
    tags,
    summary: 'The caller’s latest sign-ins, logouts and refused logins, the newest first',
    description: `At most ${SIGN_INS_LISTED_MAX}; they are kept for ${SIGN_INS_KEPT_DAYS} days.`,
    responses: { ...replies(SignInsReplyWire), ...only },
  }),
  async (c) => c.json({ ...done, data: await listSignIns(c.var.deps.db, holder(c).userId) }, 200),
);

keys.openapi(
  createRoute({
    method: 'delete',
    path: '/v1/user/session',
    tags,
    ...may('login.manage', rate('edit')),
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
      ...replies(DoneWire),
      ...only,
      404: { description: 'No such login of the caller' },
    },
  }),
  async (c) => {
    const actor = holder(c);
    const { id } = c.req.valid('query');
    const ended = await endOtherSessions(c.var.deps.db, actor.userId, ownSessions(c), id);
    if (id !== undefined && ended === 0) throw new AppError('notFound');
    if (ended > 0)
      await noteSignIn(c.var.deps.db, {
        userId: actor.userId,
        kind: 'site',
        event: 'ended',
        ip: c.var.ip,
        userAgent: c.req.header('user-agent') ?? '',
      });
    return c.json(done, 200);
  },
);
