import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { SESSION_IDLE_SECONDS } from '#contracts/limits.ts';
import type { SessionKind } from './session.ts';
import { isXsrfTokenOf, joinXsrfTokens } from './xsrf.ts';

/* Which cookies are prefixed, and why not all: src/decisions/sessions.md. */

/** The site's session: the contract's name, which programs send. */
export const SITE_SESSION_COOKIE = 'bbs';
const ADMIN_SESSION_COOKIE = 'bbs_admin';
/** What X-XSRF-TOKEN must repeat (R21). Readable by scripts of this site and of no other. */
export const XSRF_COOKIE = 'XSRF-TOKEN';
/**
 * No secret: tells published pages, which are the same for all, that islands have somebody to work
 * for.
 */
export const MEMBER_COOKIE = 'member';
/** Ties a login to the browser that began it. */
const LOGIN_COOKIE = 'bbs_login';
/** After a logout: what ends the provider's session too. */
const LOGOUT_COOKIE = 'bbs_logout';
const LOGOUT_PATH = '/api/v1/login/logout';

/**
 * Seconds that somebody may take for logging in at the provider, or for following a logout to its
 * end.
 */
export const LOGIN_AGE = 900;
/** Browsers drop cookies past 4096 bytes, name and attributes included. */
const LONGEST_COOKIE = 3_800;

/** Cookies of a site that is served by https never travel without it. */
interface Site {
  secure: boolean;
}

/** On https no other host and no insecure page can set a cookie of this name. */
const hostOnly = (site: Site, name: string): string => (site.secure ? `__Host-${name}` : name);

/** The name of the cookie that holds a session's token. */
export const sessionCookieName = (site: Site, kind: SessionKind): string =>
  kind === 'admin' ? hostOnly(site, ADMIN_SESSION_COOKIE) : SITE_SESSION_COOKIE;

const readable = (site: Site, age: number) =>
  ({ path: '/', sameSite: 'Lax', secure: site.secure, maxAge: age }) as const;
const hidden = (site: Site, age: number) => ({ ...readable(site, age), httpOnly: true }) as const;

export const sessionCookie = (c: Context, site: Site, kind: SessionKind): string | undefined =>
  getCookie(c, sessionCookieName(site, kind));

/**
 * The tokens of the sessions that the browser has, whether they hold or not; `own` stands for the
 * cookie of its kind.
 */
function sessionTokens(
  c: Context,
  site: Site,
  own?: { kind: SessionKind; token: string },
): string[] {
  return (['site', 'admin'] as const)
    .map((kind) => (own?.kind === kind ? own.token : sessionCookie(c, site, kind)))
    .filter((token) => token !== undefined && token !== '') as string[];
}

/**
 * Sets the anti-forgery cookie for the sessions of the browser. It outlives them: alone it is worth
 * nothing.
 */
const setXsrfCookie = (c: Context, site: Site, own: { kind: SessionKind; token: string }): void =>
  setCookie(
    c,
    XSRF_COOKIE,
    joinXsrfTokens(sessionTokens(c, site, own)),
    readable(site, SESSION_IDLE_SECONDS.site),
  );

/** Logs a browser in. */
export function setSessionCookies(c: Context, site: Site, kind: SessionKind, token: string): void {
  extendSessionCookies(c, site, kind, token, SESSION_IDLE_SECONDS[kind]);
}

/** Lets the cookies of a session that was renewed live as long as it does, in seconds. */
export function extendSessionCookies(
  c: Context,
  site: Site,
  kind: SessionKind,
  token: string,
  age: number,
): void {
  setXsrfCookie(c, site, { kind, token });
  setCookie(c, sessionCookieName(site, kind), token, hidden(site, age));
  if (kind === 'site') setCookie(c, MEMBER_COOKIE, '1', readable(site, age));
}

/**
 * A session whose companions were lost, or are of an older version of the forum, which bound no
 * anti-forgery token to its session, gets them back.
 */
export function mendSessionCookies(c: Context, site: Site, kind: SessionKind, token: string): void {
  const xsrf = getCookie(c, XSRF_COOKIE);
  if (!xsrf || !isXsrfTokenOf(xsrf, token)) setXsrfCookie(c, site, { kind, token });
  if (kind === 'site' && !getCookie(c, MEMBER_COOKIE))
    setCookie(c, MEMBER_COOKIE, '1', readable(site, SESSION_IDLE_SECONDS.site));
}

/** Takes a session that has ended from a browser. */
export function clearSessionCookies(c: Context, site: Site, kind: SessionKind): void {
  const { path, secure } = readable(site, 0);
  if (sessionCookie(c, site, kind) !== undefined)
    deleteCookie(c, sessionCookieName(site, kind), { path, secure });
  if (kind === 'site' && getCookie(c, MEMBER_COOKIE) !== undefined)
    deleteCookie(c, MEMBER_COOKIE, { path, secure });
}

export const loginCookie = (c: Context, site: Site): string | undefined =>
  getCookie(c, hostOnly(site, LOGIN_COOKIE));
export const setLoginCookie = (c: Context, site: Site, browser: string): void =>
  setCookie(c, hostOnly(site, LOGIN_COOKIE), browser, hidden(site, LOGIN_AGE));

export const logoutCookie = (c: Context): string | undefined => getCookie(c, LOGOUT_COOKIE);
/**
 * An id token that is too long for a cookie is left out: the provider then asks before it ends its
 * session.
 */
export function setLogoutCookie(c: Context, site: Site, idToken: string): void {
  if (idToken.length <= LONGEST_COOKIE)
    setCookie(c, LOGOUT_COOKIE, idToken, { ...hidden(site, LOGIN_AGE), path: LOGOUT_PATH });
}
export const clearLogoutCookie = (c: Context, site: Site): void =>
  void deleteCookie(c, LOGOUT_COOKIE, { path: LOGOUT_PATH, secure: site.secure });
