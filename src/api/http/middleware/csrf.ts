import { createMiddleware } from 'hono/factory';
import { getSessionCookie, getXsrfCookie } from '#auth/cookies.ts';
import { areSecretsEqual } from '#auth/secret.ts';
import type { SessionKind } from '#auth/session.ts';
import { isXsrfTokenOf } from '#auth/xsrf.ts';
import { AppError } from '#contracts/errors.ts';
import type { ApiContext, ApiEnv } from '../context.ts';

export const isSafeMethod = (method: string): boolean =>
  method === 'GET' || method === 'HEAD' || method === 'OPTIONS';

/**
 * Throws `csrf` unless the header X-XSRF-TOKEN repeats the cookie XSRF-TOKEN, and that belongs to
 * the session of this area.
 */
export function requireXsrfToken(c: ApiContext, kind: SessionKind): void {
  const cookie = getXsrfCookie(c);
  const header = c.req.header('x-xsrf-token');
  const session = getSessionCookie(c, c.var.deps.env, kind);
  if (
    !cookie ||
    !header ||
    !session ||
    !areSecretsEqual(cookie, header) ||
    !isXsrfTokenOf(cookie, session)
  )
    throw new AppError('csrf');
}

/** Headers of which every browser sends at least one with a call that changes something. */
const BROWSER_HEADERS = ['origin', 'referer', 'sec-fetch-site', 'sec-fetch-mode'] as const;

/** Whether a call may come from a page. `Origin: null` is a page that hides its address. */
const isFromBrowser = (c: ApiContext): boolean =>
  BROWSER_HEADERS.some((name) => c.req.header(name) !== undefined);

/**
 * A changing call that a browser authenticates by a cookie repeats another cookie in a header,
 * which pages of other sites can't read (R21). Calls by token have no cookie, visitors' calls no
 * authority; programs that send the site's cookie are no browsers, those of the admin area have no
 * such exception. It runs after `authenticate` of the same area.
 */
export const checkCsrf = (kind: SessionKind = 'site') =>
  createMiddleware<ApiEnv>(async (c, next) => {
    if (
      !isSafeMethod(c.req.method) &&
      c.var.actor?.via === 'session' &&
      (kind === 'admin' || isFromBrowser(c))
    )
      requireXsrfToken(c, kind);
    await next();
  });
