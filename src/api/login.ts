import { createRoute, z } from '@hono/zod-openapi';
import { isMaster } from '#auth/actor.ts';
import {
  clearLogoutCookie,
  clearSessionCookies,
  loginCookie,
  logoutCookie,
  sessionCookie,
  setLoginCookie,
  setLogoutCookie,
  setSessionCookies,
} from '#auth/cookies.ts';
import { onSite, returnAddress, siteAlias } from '#auth/oidc/address.ts';
import { beginLogin, callbackAddress, endAddress, finishLogin } from '#auth/oidc/client.ts';
import { createSession, endSession, type SessionKind } from '#auth/session.ts';
import { AppError } from '#contracts/errors.ts';
import { UserInfoWire } from '#contracts/wire/user.ts';
import { noteSignIn } from '#domain/sign-in/note.ts';
import { userChanged } from '#domain/user/changed.ts';
import { presentUserInfo } from '#domain/user/present.ts';
import type { Ctx } from './context.ts';
import { requireXsrf } from './middleware/csrf.ts';
import { may } from './middleware/may.ts';
import { rate } from './middleware/rate.ts';
import { optionalText } from './params.ts';
import { replies, router } from './router.ts';

/*
 * Logging in and out (R17). The admin area's login (R19) goes the same two steps, `setOut` and
 * `comeBack`.
 */

/** Nothing of a login is for caches. */
const unshared = (c: Ctx): void => c.header('cache-control', 'no-store');

const address = optionalText(4_000);

export const LoginQuery = z.object({
  return_url: address.meta({
    description: 'The page to go to then; else the home page',
    example: '/zh/post/42',
  }),
  redirect_url: address.meta({ description: 'This site’s callback, as a check' }),
  fresh: optionalText(1).meta({
    description:
      '1: the person proves anew who they are, even if the provider knows; after `loginAgain`',
  }),
});

/** Where somebody goes who didn't say: the admin area's front page, or the site's. */
const HOME: Readonly<Record<SessionKind, string>> = { site: '/', admin: '/bbs-admin' };

/** Sends a browser to the provider. */
export async function setOut(
  c: Ctx,
  kind: SessionKind,
  query: z.infer<typeof LoginQuery>,
): Promise<Response> {
  const { db, env } = c.var.deps;
  unshared(c);
  const elsewhere = siteAlias(c.req.url, env);
  if (elsewhere) return c.redirect(elsewhere, 302);
  if (query.redirect_url && onSite(query.redirect_url, env)?.href !== callbackAddress(env, kind)) {
    throw new AppError('malformed', { values: { field: 'redirect_url' } });
  }
  const { url, browser } = await reported(
    c,
    beginLogin(
      { db, env },
      {
        kind,
        returnUrl: returnAddress(query.return_url, env, HOME[kind]),
        browser: loginCookie(c, env),
        lang: c.var.lang,
        fresh: query.fresh === '1',
      },
    ),
  );
  setLoginCookie(c, env, browser);
  return c.redirect(url, 302);
}

/** Takes a browser back from the provider, with a session when all is well. */
export async function comeBack(c: Ctx, kind: SessionKind): Promise<Response> {
  const { db, env } = c.var.deps;
  const { ip, lang, log } = c.var;
  unshared(c);
  const { search } = new URL(c.req.url);
  const finished = await reported(
    c,
    finishLogin({ db, env }, { kind, search, browser: loginCookie(c, env), ip, lang }),
  );
  if (finished.outcome === 'cancelled') return c.redirect(finished.returnUrl, 302);
  const noted = { kind, ip, userAgent: c.req.header('user-agent') ?? '' };
  if (finished.outcome === 'refused') {
    await noteSignIn(db, { ...noted, event: 'refused', reason: finished.why });
    log.warn({ reason: finished.reason }, 'a login was refused');
    return c.redirect(`${env.SITE_URL}/error?errCode=403`, 302);
  }
  const { person, idToken, returnUrl, authenticatedAt } = finished;
  if (kind === 'admin' && !isMaster(person)) {
    await noteSignIn(db, { ...noted, userId: person.userId, event: 'refused', reason: 'rank' });
    throw new AppError('forbidden');
  }
  if (person.renamed) await userChanged(db, person.userId);
  const before = sessionCookie(c, env, kind);
  const replaced = before && (await endSession(db, before));
  const token = await createSession(db, {
    userId: person.userId,
    idToken,
    authenticatedAt,
    ...noted,
  });
  await noteSignIn(db, {
    ...noted,
    userId: person.userId,
    event: replaced && replaced.userId === person.userId ? 'again' : 'login',
  });
  setSessionCookies(c, env, kind, token);
  return c.redirect(returnUrl, 302);
}

/** The reader only hears that logging in doesn't work now; why is for the log. */
async function reported<T>(c: Ctx, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppError && error.code === 'unavailable')
      c.var.log.error({ err: error.cause }, 'the identity provider does not answer');
    throw error;
  }
}

const tags = ['login'];
const redirect = (description: string) => ({ 302: { description } });

export const login = router();

login.openapi(
  createRoute({
    method: 'get',
    path: '/v1/login',
    tags,
    middleware: [rate('login')] as const,
    summary: 'Starts a login at the identity provider',
    description:
      'A browser is sent to the provider and comes back to `/api/v1/login/callback`. `return_url` is where it goes then: a page of this site, else the home page. `redirect_url`, when given, must be this site’s callback.',
    request: { query: LoginQuery },
    responses: {
      ...redirect('To the provider'),
      400: { description: '`redirect_url` is not this site’s callback' },
      503: { description: 'The provider does not answer' },
    },
  }),
  (c) => setOut(c, 'site', c.req.valid('query')),
);

login.openapi(
  createRoute({
    method: 'get',
    path: '/v1/login/callback',
    tags,
    middleware: [rate('login')] as const,
    summary: 'Finishes a login',
    description:
      'Where the provider sends the browser. Sets the session’s cookies and goes to the `return_url` of the start; also, without a session, when the person chose not to log in. A login that another browser began, that was finished before, took longer than 15 minutes or came back damaged goes to `/error?errCode=403`.',
    responses: {
      ...redirect('To the page where the login began, or to the error page'),
      503: { description: 'The provider does not answer' },
    },
  }),
  (c) => comeBack(c, 'site'),
);

login.openapi(
  createRoute({
    method: 'get',
    path: '/v1/login/is_login',
    tags,
    summary: 'Who is logged in',
    responses: replies(UserInfoWire.nullable(), 'The caller, or null'),
  }),
  async (c) => {
    unshared(c);
    const { actor, deps } = c.var;
    return c.json(actor && (await presentUserInfo(deps.db, actor.userId, actor)), 200);
  },
);

login.openapi(
  createRoute({
    method: 'post',
    path: '/v1/login/logout',
    tags,
    ...may('session.end'),
    summary: 'Ends the session',
    description:
      'Works for a visitor too. Whoever opens `url` with `callback=<address on this site>` added ends the provider’s session as well and comes back to it. The admin area’s session ends with it.',
    responses: replies(
      z.object({ code: z.literal(0), msg: z.string(), url: z.url() }).meta({ id: 'LogoutReply' }),
      'Logged out',
    ),
  }),
  async (c) => {
    const { db, env } = c.var.deps;
    unshared(c);
    for (const kind of ['admin', 'site'] as const) {
      const token = sessionCookie(c, env, kind);
      if (token === undefined || c.var.actor?.via === 'token') continue;
      // the middleware has looked at the site's session, if there is one
      if (kind === 'admin' && !c.var.actor) requireXsrf(c, kind);
      const ended = await endSession(db, token);
      clearSessionCookies(c, env, kind);
      if (ended)
        await noteSignIn(db, {
          userId: ended.userId,
          kind,
          event: 'logout',
          ip: c.var.ip,
          userAgent: c.req.header('user-agent') ?? '',
        });
      if (ended?.idToken) setLogoutCookie(c, env, ended.idToken);
    }
    return c.json(
      { code: 0 as const, msg: 'ok', url: `${env.SITE_URL}/api/v1/login/logout/end` },
      200,
    );
  },
);

login.openapi(
  createRoute({
    method: 'get',
    path: '/v1/login/logout/end',
    tags,
    summary: 'Ends the provider’s session too',
    description:
      'The address that logout gives. Comes back to `callback`, which must be on this site, else to the home page. A provider that knows no logout, or doesn’t answer, is left out.',
    request: { query: z.object({ callback: address }) },
    responses: redirect('To the provider, and from there back'),
  }),
  async (c) => {
    const { env } = c.var.deps;
    unshared(c);
    const back = returnAddress(c.req.valid('query').callback, env);
    const idToken = logoutCookie(c);
    if (idToken !== undefined) clearLogoutCookie(c, env);
    // The state is only the way back: it is checked again when it returns.
    const end = await endAddress(env, idToken, back.slice(env.SITE_URL.length)).catch(
      (error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        c.var.log.warn(
          { err: error.cause },
          'the identity provider keeps its session: it did not answer',
        );
        return undefined;
      },
    );
    return c.redirect(end ?? back, 302);
  },
);

login.openapi(
  createRoute({
    method: 'get',
    path: '/v1/login/logout/done',
    tags,
    summary: 'Comes back from the provider after a logout',
    request: { query: z.object({ state: address }) },
    responses: redirect('To the callback of the logout'),
  }),
  (c) => {
    unshared(c);
    return c.redirect(returnAddress(c.req.valid('query').state, c.var.deps.env), 302);
  },
);
