import { isGlobalModerator } from '#auth/actor.ts';
import {
  clearLogoutCookie,
  clearSessionCookies,
  getLoginCookie,
  getLogoutCookie,
  getSessionCookie,
  setLoginCookie,
  setLogoutCookie,
  setSessionCookies,
} from '#auth/cookies.ts';
import { UNPROVEN_LOGIN } from '#auth/guards.ts';
import { beginLogin, finishLogin, getCallbackUrl, getEndSessionUrl } from '#auth/oidc/client.ts';
import { getCanonicalUrl, getReturnUrl, parseSiteUrl } from '#auth/oidc/return-url.ts';
import { createSession, endSession, readSession, type SessionKind } from '#auth/session.ts';
import { AppError } from '#contracts/errors.ts';
import { homePath } from '#contracts/paths.ts';
import { toBrandPageHeaders } from '#domain/config/brand-page.ts';
import { readCurrentBrand } from '#domain/config/read.ts';
import { invalidateUser } from '#domain/people/invalidate-user.ts';
import { readUserInfo } from '#domain/people/own-user.ts';
import { logSignIn } from '#domain/people/sign-in/log-sign-in.ts';
import {
  type LoginProblem,
  needsOtherAccount,
  renderRefusalPage,
} from '#domain/people/sign-in/refusal-page.ts';
import { answerCalls, type CallHandler } from '../../http/answer-calls.ts';
import type { ApiContext } from '../../http/context.ts';
import { requireXsrfToken } from '../../http/middleware/csrf.ts';
import { rememberCredential } from '../../http/middleware/invalid-credentials.ts';

/* Login and logout (R17), with steps shared by the admin area (R19). */

const noStore = (c: ApiContext): void => c.header('cache-control', 'no-store');

/** Default destination after a login. */
const HOME_PATHS: Readonly<Record<SessionKind, string>> = { site: '/', admin: '/bbs-admin' };

const LOGIN_PATHS: Readonly<Record<SessionKind, string>> = {
  site: '/api/v1/login',
  admin: '/admin/admin/api/manager',
};

/** Redirects to the page that explains a failed login. Throws an error for programs. */
async function sendProblem(
  c: ApiContext,
  kind: SessionKind,
  problem: LoginProblem,
  returnUrl: string = c.var.deps.env.SITE_URL + HOME_PATHS[kind],
): Promise<Response> {
  const { db, env } = c.var.deps;
  const { lang } = c.var;
  if (!c.req.header('accept')?.includes('text/html'))
    throw new AppError(problem === 'unavailable' ? problem : 'forbidden');
  const query = new URLSearchParams({ return_url: returnUrl.slice(env.SITE_URL.length) || '/' });
  if (needsOtherAccount(problem)) query.set('fresh', '1');
  const brand = await readCurrentBrand(db, env);
  const page = renderRefusalPage(brand, lang, problem, {
    again: `${LOGIN_PATHS[kind]}?${query}`,
    back: kind === 'site' && returnUrl.startsWith(env.SITE_URL) ? returnUrl : homePath(lang),
  });
  return c.html(page, problem === 'unavailable' ? 503 : 403, toBrandPageHeaders(brand));
}

/** The reader gets no details; the log has the cause. */
function sendOutage(
  c: ApiContext,
  kind: SessionKind,
  cause: unknown,
  returnUrl: string,
): Promise<Response> {
  c.var.log.error({ err: cause }, 'provider.unavailable');
  return sendProblem(c, kind, 'unavailable', returnUrl);
}

async function isLoggedIn(c: ApiContext, kind: SessionKind): Promise<boolean> {
  const { db, env } = c.var.deps;
  const token = getSessionCookie(c, env, kind);
  return token !== undefined && (await readSession(db, token, kind)) !== undefined;
}

/** Redirects a browser to the provider. */
export async function startLogin(
  c: ApiContext,
  kind: SessionKind,
  query: Parameters<CallHandler<'GET /v1/login'>>[1]['query'],
): Promise<Response> {
  const { db, env } = c.var.deps;
  noStore(c);
  const canonicalUrl = getCanonicalUrl(c.req.url, env);
  if (canonicalUrl) return c.redirect(canonicalUrl, 302);
  if (
    query.redirect_url &&
    parseSiteUrl(query.redirect_url, env)?.href !== getCallbackUrl(env, kind)
  ) {
    throw new AppError('malformed', { values: { field: 'redirect_url' } });
  }
  const returnUrl = getReturnUrl(query.return_url, env, HOME_PATHS[kind]);
  const attempt = await beginLogin(
    { db, env },
    {
      kind,
      returnUrl,
      browser: getLoginCookie(c, env),
      lang: c.var.lang,
      fresh: query.fresh === '1',
    },
  ).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'unavailable') return error;
    throw error;
  });
  if (attempt instanceof AppError) return sendOutage(c, kind, attempt.cause, returnUrl);
  setLoginCookie(c, env, attempt.browser);
  return c.redirect(attempt.url, 302);
}

/** Handles a browser's return from the provider; creates a session on success. */
export async function handleCallback(c: ApiContext, kind: SessionKind): Promise<Response> {
  const { db, env } = c.var.deps;
  const { ip, lang, log } = c.var;
  noStore(c);
  const { search } = new URL(c.req.url);
  const finished = await finishLogin(
    { db, env },
    { kind, search, browser: getLoginCookie(c, env), ip, lang },
  );
  if (finished.outcome === 'unavailable')
    return sendOutage(c, kind, finished.cause, finished.returnUrl);
  if (finished.outcome === 'cancelled') return c.redirect(finished.returnUrl, 302);
  const noted = { kind, ip, userAgent: c.req.header('user-agent') ?? '' };
  if (finished.outcome === 'refused') {
    const { why, reason, returnUrl } = finished;
    // a repeated request, by a second click or the back button
    if (why === 'used' && returnUrl && (await isLoggedIn(c, kind)))
      return c.redirect(returnUrl, 302);
    await logSignIn(db, { ...noted, event: 'refused', reason: why });
    log.warn({ cause: why, reason }, 'login.refused');
    return sendProblem(c, kind, why, returnUrl);
  }
  const { person, idToken, returnUrl, authenticatedAt } = finished;
  if (kind === 'admin' && !isGlobalModerator(person)) {
    await logSignIn(db, { ...noted, userId: person.userId, event: 'refused', reason: 'rank' });
    return sendProblem(c, kind, 'rank', returnUrl);
  }
  if (person.renamed) await invalidateUser(db, person.userId);
  if (kind === 'admin' && authenticatedAt.getTime() === UNPROVEN_LOGIN.getTime())
    log.warn('provider.noAuthTime'); // actions that need a fresh login are refused
  const previousToken = getSessionCookie(c, env, kind);
  const replaced = previousToken && (await endSession(db, previousToken));
  const token = await createSession(db, {
    userId: person.userId,
    idToken,
    authenticatedAt,
    ...noted,
  });
  await logSignIn(db, {
    ...noted,
    userId: person.userId,
    event: replaced && replaced.userId === person.userId ? 'again' : 'login',
  });
  rememberCredential(c.var.deps, token);
  setSessionCookies(c, env, kind, token);
  return c.redirect(returnUrl, 302);
}

export const loginRoutes = answerCalls({
  'GET /v1/login': (c, { query }) => startLogin(c, 'site', query),

  'GET /v1/login/callback': (c) => handleCallback(c, 'site'),

  'GET /v1/login/is_login': async (c) => {
    noStore(c);
    const { actor, deps } = c.var;
    return actor && (await readUserInfo(deps.db, actor.userId, actor));
  },

  'POST /v1/login/logout': async (c) => {
    const { db, env } = c.var.deps;
    noStore(c);
    for (const kind of ['admin', 'site'] as const) {
      const token = getSessionCookie(c, env, kind);
      if (token === undefined || c.var.actor?.via === 'token') continue;
      // the middleware has checked the site's session, if there is one
      if (kind === 'admin' && !c.var.actor) requireXsrfToken(c, kind);
      const ended = await endSession(db, token);
      clearSessionCookies(c, env, kind);
      if (ended)
        await logSignIn(db, {
          userId: ended.userId,
          kind,
          event: 'logout',
          ip: c.var.ip,
          userAgent: c.req.header('user-agent') ?? '',
        });
      if (ended?.idToken) setLogoutCookie(c, env, ended.idToken);
    }
    return { url: `${env.SITE_URL}/api/v1/login/logout/end` };
  },

  'GET /v1/login/logout/end': async (c, { query: { callback } }) => {
    const { env } = c.var.deps;
    noStore(c);
    const back = getReturnUrl(callback, env);
    const idToken = getLogoutCookie(c);
    if (idToken !== undefined) clearLogoutCookie(c, env);
    // The state is only the way back: it is checked again on return.
    const end = await getEndSessionUrl(env, idToken, back.slice(env.SITE_URL.length)).catch(
      (error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        c.var.log.warn({ err: error.cause }, 'provider.logoutFailed');
        return undefined;
      },
    );
    return c.redirect(end ?? back, 302);
  },

  'GET /v1/login/logout/done': (c, { query: { state } }) => {
    noStore(c);
    return c.redirect(getReturnUrl(state, c.var.deps.env), 302);
  },
});
