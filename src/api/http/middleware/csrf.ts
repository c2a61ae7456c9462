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

/** WeChat's mini programs, which are no pages, send it with every call. */
const MINI_PROGRAM_REFERER = /^https:\/\/servicewechat\.com\//;

/**
 * Whether a call may come from a page. Browsers say their origin with every call that changes
 * something ("null" for a page that hides its address), old ones at least the referer. The mode
 * alone is sent by programs too, such as Node's fetch.
 */
function isFromBrowser(c: ApiContext): boolean {
  const referer = c.req.header('referer');
  return (
    c.req.header('origin') !== undefined ||
    c.req.header('sec-fetch-site') !== undefined ||
    (referer !== undefined && !MINI_PROGRAM_REFERER.test(referer))
  );
}

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
