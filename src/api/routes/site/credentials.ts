import { generateToken, listTokens, revokeToken } from '#auth/access-token.ts';
import type { Actor } from '#auth/actor.ts';
import { isGlobalModerator } from '#auth/actor.ts';
import { getSessionCookie } from '#auth/cookies.ts';
import { requireActor } from '#auth/guards.ts';
import { endOtherSessions, listSessions } from '#auth/session.ts';
import { AppError } from '#contracts/errors.ts';
import { TOKEN_REQUIREMENTS } from '#contracts/limits.ts';
import { readSettings } from '#domain/people/settings.ts';
import { logSignIn } from '#domain/people/sign-in/log-sign-in.ts';
import { readSignInsOfUser } from '#domain/people/sign-in/read.ts';
import { createOwnToken } from '#domain/people/token/create.ts';
import { answerCalls } from '../../http/answer-calls.ts';
import type { ApiContext } from '../../http/context.ts';
import { isCallerModerator } from '../../http/middleware/require-captcha.ts';

/*
 * Personal access tokens (R43) and sessions. Only browsers can read or change them: a leaked token
 * must not create another one.
 */

function requireBrowserCaller(c: ApiContext): Actor {
  const actor = requireActor(c);
  if (actor.via !== 'session') throw new AppError('forbidden');
  return actor;
}

/** Tokens of the calling browser's sessions. */
const getOwnSessionTokens = (c: ApiContext): string[] =>
  (['site', 'admin'] as const)
    .map((kind) => getSessionCookie(c, c.var.deps.env, kind))
    .filter((token) => token !== undefined);

/** Whether the account's age and number of posts allow tokens. */
const mayCreateTokens = ({ standing: { since, posts } }: Actor): boolean =>
  Date.now() - since.getTime() >= TOKEN_REQUIREMENTS.days * 86_400_000 &&
  posts >= TOKEN_REQUIREMENTS.posts;

export const credentialRoutes = answerCalls({
  'GET /v1/user/token': (c, { db }) => listTokens(db, requireBrowserCaller(c)),

  'POST /v1/user/token': async (c, { db, body: { name, scopes, days } }) => {
    const actor = requireBrowserCaller(c);
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
    return { id, token };
  },

  'DELETE /v1/user/token': async (c, { db, query: { id } }) => {
    const actor = requireBrowserCaller(c);
    if (!(await revokeToken(db, actor.userId, id))) throw new AppError('notFound');
  },

  'GET /v1/user/session': (c, { db }) =>
    listSessions(db, requireBrowserCaller(c).userId, getOwnSessionTokens(c)),

  'GET /v1/user/session/log': (c, { db }) => readSignInsOfUser(db, requireBrowserCaller(c)),

  'DELETE /v1/user/session': async (c, { db, query: { id } }) => {
    const actor = requireBrowserCaller(c);
    const ended = await endOtherSessions(db, actor.userId, getOwnSessionTokens(c), id);
    if (id !== undefined && ended === 0) throw new AppError('notFound');
    if (ended > 0)
      await logSignIn(db, {
        userId: actor.userId,
        kind: 'site',
        event: 'ended',
        ip: c.var.ip,
        userAgent: c.req.header('user-agent') ?? '',
      });
  },
});
