import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { randomSecret } from './secret.ts';
import { SESSION_AGE, type SessionKind } from './session.ts';

/** The session itself, by the area that it is for: the contract's names. */
export const SESSION_COOKIE: Readonly<Record<SessionKind, string>> = { site: 'bbs', admin: 'bbs_admin' };
/** What X-XSRF-TOKEN must repeat (R21). Readable by scripts of this site and of no other. */
export const XSRF_COOKIE = 'XSRF-TOKEN';
/** No secret: tells published pages, which are the same for all, that islands have somebody to work for. */
export const MEMBER_COOKIE = 'member';
/** Ties a login to the browser that began it. */
export const LOGIN_COOKIE = 'bbs_login';
/** After a logout: what ends the provider's session too. */
export const LOGOUT_COOKIE = 'bbs_logout';
const LOGOUT_PATH = '/api/v1/login/logout';

/** Seconds that somebody may take for logging in at the provider, or for following a logout to its end. */
export const LOGIN_AGE = 900;
/** Browsers drop cookies past 4096 bytes, name and attributes included. */
const LONGEST_COOKIE = 3_800;

/** Cookies of a site that is served by https never travel without it. */
interface Site {
  secure: boolean;
}

const readable = (site: Site, age: number) => ({ path: '/', sameSite: 'Lax', secure: site.secure, maxAge: age }) as const;
const hidden = (site: Site, age: number) => ({ ...readable(site, age), httpOnly: true }) as const;

export const sessionCookie = (c: Context, kind: SessionKind): string | undefined => getCookie(c, SESSION_COOKIE[kind]);

/** Logs a browser in. The XSRF token is always a new one: an older one may have been planted. */
export function setSessionCookies(c: Context, site: Site, kind: SessionKind, token: string): void {
  setCookie(c, XSRF_COOKIE, randomSecret(), readable(site, SESSION_AGE.site));
  extend(c, site, kind, token);
}

function extend(c: Context, site: Site, kind: SessionKind, token: string): void {
  setCookie(c, SESSION_COOKIE[kind], token, hidden(site, SESSION_AGE[kind]));
  if (kind === 'site') setCookie(c, MEMBER_COOKIE, '1', readable(site, SESSION_AGE.site));
}

/** Lets the cookies of a session that was renewed live as long as it does. */
export function extendSessionCookies(c: Context, site: Site, token: string): void {
  setCookie(c, XSRF_COOKIE, getCookie(c, XSRF_COOKIE) || randomSecret(), readable(site, SESSION_AGE.site));
  extend(c, site, 'site', token);
}

/** A session whose companions were lost (a browser's clean-up, an older version of the forum) gets them back. */
export function mendSessionCookies(c: Context, site: Site, kind: SessionKind): void {
  if (!getCookie(c, XSRF_COOKIE)) setCookie(c, XSRF_COOKIE, randomSecret(), readable(site, SESSION_AGE.site));
  if (kind === 'site' && !getCookie(c, MEMBER_COOKIE)) setCookie(c, MEMBER_COOKIE, '1', readable(site, SESSION_AGE.site));
}

/** Takes a session that has ended from a browser. The XSRF token stays: it is worth nothing alone, and a next login keeps it. */
export function clearSessionCookies(c: Context, site: Site, kind: SessionKind): void {
  const { path, secure } = readable(site, 0);
  if (getCookie(c, SESSION_COOKIE[kind]) !== undefined) deleteCookie(c, SESSION_COOKIE[kind], { path, secure });
  if (kind === 'site' && getCookie(c, MEMBER_COOKIE) !== undefined) deleteCookie(c, MEMBER_COOKIE, { path, secure });
}

export const loginCookie = (c: Context): string | undefined => getCookie(c, LOGIN_COOKIE);
export const setLoginCookie = (c: Context, site: Site, browser: string): void => setCookie(c, LOGIN_COOKIE, browser, hidden(site, LOGIN_AGE));

export const logoutCookie = (c: Context): string | undefined => getCookie(c, LOGOUT_COOKIE);
/** An id token that is too long for a cookie is left out: the provider then asks before it ends its session. */
export function setLogoutCookie(c: Context, site: Site, idToken: string): void {
  if (idToken.length <= LONGEST_COOKIE) setCookie(c, LOGOUT_COOKIE, idToken, { ...hidden(site, LOGIN_AGE), path: LOGOUT_PATH });
}
export const clearLogoutCookie = (c: Context, site: Site): void => void deleteCookie(c, LOGOUT_COOKIE, { path: LOGOUT_PATH, secure: site.secure });
