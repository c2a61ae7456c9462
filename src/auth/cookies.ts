import { isIP } from 'node:net';
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { parse } from 'hono/utils/cookie';
import { SESSION_IDLE_SECONDS } from '#contracts/limits.ts';
import { LOGIN_ATTEMPT_RETENTION_SECONDS, LOGIN_ATTEMPT_SECONDS } from '#platform/limits.ts';
import type { SessionKind } from './session.ts';
import { isXsrfTokenOf, joinXsrfTokens } from './xsrf.ts';

/* src/decisions/sessions.md says which cookies have a prefix, and why. */

/** The site's session cookie; the contract fixes its name, because API clients send it. */
export const SITE_SESSION_COOKIE = 'bbs';
const ADMIN_SESSION_COOKIE = 'bbs_admin';
/** The cookie that X-XSRF-TOKEN must repeat (R21). Scripts of this site can read it. */
const XSRF_COOKIE = 'XSRF-TOKEN';
/** Not a secret: tells published pages, which are the same for everybody, to load islands. */
export const MEMBER_COOKIE = 'member';
/** Binds a login to the browser that began it. */
const LOGIN_COOKIE = 'bbs_login';
const LOGOUT_COOKIE = 'bbs_logout';
const LOGOUT_PATH = '/api/v1/login/logout';

/** Browsers drop cookies over 4096 bytes, including name and attributes. */
const MAX_COOKIE_BYTES = 3_800;
/** Path prefixes of an address whose cookies are cleared if another host may have set them. */
const MAX_COOKIE_FOLDERS = 5;

interface CookieSite {
  secure: boolean;
}

/** `__Host-` on https: no other host and no insecure page can set such a cookie. */
const toHostCookieName = (site: CookieSite, name: string): string =>
  site.secure ? `__Host-${name}` : name;

export const getSessionCookieName = (site: CookieSite, kind: SessionKind): string =>
  kind === 'admin' ? toHostCookieName(site, ADMIN_SESSION_COOKIE) : SITE_SESSION_COOKIE;

const scriptCookieOptions = (site: CookieSite, age: number) =>
  ({ path: '/', sameSite: 'Lax', secure: site.secure, maxAge: age }) as const;
const httpOnlyCookieOptions = (site: CookieSite, age: number) =>
  ({ ...scriptCookieOptions(site, age), httpOnly: true }) as const;

const getCookieValues = (header: string | undefined, name: string): string[] =>
  (header ?? '').split(';').flatMap((part) => Object.values(parse(part, name)));

/** The cookie's value; undefined for two: another host of the domain may have set one. */
export function getOnlyCookie(header: string | undefined, name: string): string | undefined {
  const values = getCookieValues(header, name);
  return values.length === 1 ? values[0] : undefined;
}

export const getXsrfCookie = (c: Context): string | undefined =>
  getOnlyCookie(c.req.header('cookie'), XSRF_COOKIE);

export const getSessionCookie = (
  c: Context,
  site: CookieSite,
  kind: SessionKind,
): string | undefined => getOnlyCookie(c.req.header('cookie'), getSessionCookieName(site, kind));

/** The domains that a host belongs to, itself first; none for an IP address. */
function getDomains(host: string): string[] {
  if (isIP(host.replace(/^\[|\]$/g, ''))) return [];
  const labels = host.split('.');
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
}

/**
 * Clears cookies of a name that other hosts of the domain may have set, for the whole host or for
 * path prefixes of the request. Browsers ignore the ones that this host may not clear.
 */
function clearPlantedCookies(c: Context, { secure }: CookieSite, name: string): void {
  if (name.startsWith('__Host-')) return;
  const { hostname, pathname } = new URL(c.req.url);
  const folders = pathname.split('/').slice(0, MAX_COOKIE_FOLDERS);
  const paths = folders.map((_, index) => folders.slice(0, index + 1).join('/') || '/');
  for (const path of paths) {
    if (path !== '/') deleteCookie(c, name, { path, secure });
    for (const domain of getDomains(hostname)) deleteCookie(c, name, { path, secure, domain });
  }
}

/** Session tokens of a browser, unchecked; `currentSession` replaces the cookie of its kind. */
function getSessionTokens(
  c: Context,
  site: CookieSite,
  currentSession?: { kind: SessionKind; token: string },
): string[] {
  return (['site', 'admin'] as const)
    .map((kind) =>
      currentSession?.kind === kind ? currentSession.token : getSessionCookie(c, site, kind),
    )
    .filter((token) => token !== undefined && token !== '') as string[];
}

/** Sets the anti-forgery cookie. It may outlive the sessions: without them it is useless. */
const setXsrfCookie = (
  c: Context,
  site: CookieSite,
  currentSession: { kind: SessionKind; token: string },
): void =>
  setCookie(
    c,
    XSRF_COOKIE,
    joinXsrfTokens(getSessionTokens(c, site, currentSession)),
    scriptCookieOptions(site, SESSION_IDLE_SECONDS.site),
  );

/** Logs a browser in. Clears cookies of the same names first: another host may have set them. */
export function setSessionCookies(
  c: Context,
  site: CookieSite,
  kind: SessionKind,
  token: string,
): void {
  for (const name of [getSessionCookieName(site, kind), XSRF_COOKIE])
    if (getCookieValues(c.req.header('cookie'), name).length > 0)
      clearPlantedCookies(c, site, name);
  extendSessionCookies(c, site, kind, token, SESSION_IDLE_SECONDS[kind]);
}

/** Extends a renewed session's cookies to the session's lifetime, in seconds. */
export function extendSessionCookies(
  c: Context,
  site: CookieSite,
  kind: SessionKind,
  token: string,
  age: number,
): void {
  setXsrfCookie(c, site, { kind, token });
  setCookie(c, getSessionCookieName(site, kind), token, httpOnlyCookieOptions(site, age));
  if (kind === 'site') setCookie(c, MEMBER_COOKIE, '1', scriptCookieOptions(site, age));
}

/** Restores companion cookies that are lost, or have a token of an older version. */
export function restoreSessionCookies(
  c: Context,
  site: CookieSite,
  kind: SessionKind,
  token: string,
): void {
  const xsrf = getXsrfCookie(c);
  if (getCookieValues(c.req.header('cookie'), XSRF_COOKIE).length > 1)
    clearPlantedCookies(c, site, XSRF_COOKIE);
  if (!xsrf || !isXsrfTokenOf(xsrf, token)) setXsrfCookie(c, site, { kind, token });
  if (kind === 'site' && !getCookie(c, MEMBER_COOKIE))
    setCookie(c, MEMBER_COOKIE, '1', scriptCookieOptions(site, SESSION_IDLE_SECONDS.site));
}

export function clearSessionCookies(c: Context, site: CookieSite, kind: SessionKind): void {
  const { path, secure } = scriptCookieOptions(site, 0);
  const name = getSessionCookieName(site, kind);
  const values = getCookieValues(c.req.header('cookie'), name);
  if (values.length > 0) deleteCookie(c, name, { path, secure });
  if (values.length > 1) clearPlantedCookies(c, site, name);
  if (kind === 'site' && getCookie(c, MEMBER_COOKIE) !== undefined)
    deleteCookie(c, MEMBER_COOKIE, { path, secure });
}

export const getLoginCookie = (c: Context, site: CookieSite): string | undefined =>
  getCookie(c, toHostCookieName(site, LOGIN_COOKIE));
export const setLoginCookie = (c: Context, site: CookieSite, browser: string): void =>
  setCookie(
    c,
    toHostCookieName(site, LOGIN_COOKIE),
    browser,
    httpOnlyCookieOptions(site, LOGIN_ATTEMPT_RETENTION_SECONDS),
  );

export const getLogoutCookie = (c: Context): string | undefined => getCookie(c, LOGOUT_COOKIE);
/** Omits an id token that is too long for a cookie: the provider then asks for confirmation. */
export function setLogoutCookie(c: Context, site: CookieSite, idToken: string): void {
  if (idToken.length <= MAX_COOKIE_BYTES)
    setCookie(c, LOGOUT_COOKIE, idToken, {
      ...httpOnlyCookieOptions(site, LOGIN_ATTEMPT_SECONDS),
      path: LOGOUT_PATH,
    });
}
export const clearLogoutCookie = (c: Context, site: CookieSite): void =>
  void deleteCookie(c, LOGOUT_COOKIE, { path: LOGOUT_PATH, secure: site.secure });
