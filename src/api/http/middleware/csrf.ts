import { createMiddleware } from 'hono/factory';
import { getSessionCookie, getXsrfCookie } from '#auth/cookies.ts';
import { areSecretsEqual } from '#auth/secret.ts';
import type { SessionKind } from '#auth/session.ts';
import { isXsrfTokenOf } from '#auth/xsrf.ts';
import { AppError } from '#contracts/errors.ts';
import type { ApiContext, ApiEnv } from '../context.ts';

export const isSafeMethod = (method: string): boolean =>
  method === 'GET' || method === 'HEAD' || method === 'OPTIONS';

/** Throws `csrf` unless X-XSRF-TOKEN repeats the XSRF-TOKEN cookie of this area's session. */
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

/** WeChat's mini programs aren't pages; they send it with every call. */
const MINI_PROGRAM_REFERER = /^https:\/\/servicewechat\.com\//;

/**
 * Whether a page may have made the call. Browsers send Origin with every change ("null" if hidden),
 * old ones at least Referer. The mode alone isn't enough: programs such as Node's fetch send it.
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
 * A changing call by a browser with a cookie must repeat another cookie in a header, which other
 * sites can't read (R21). Calls by token and visitors' calls are exempt, and programs with the
 * site's cookie, but not with the admin area's. It runs after `authenticate` of the same area.
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
