import type { Lang } from '#contracts/language.ts';
import { type Area, type Root, rootOf } from '#contracts/paths.ts';

/* What the page and the browser know without a call. */

/** The language of the page, which is the interface's. */
export const pageLang = (): Lang => (document.documentElement.lang === 'en' ? 'en' : 'zh');

/** The site of the page (R1). */
export const pageArea = (): Area =>
  /^\/phone(\/|$)/.test(location.pathname) ? 'phone' : 'desktop';

/** What the addresses of the page's site begin with. */
export const pageRoot = (): Root => rootOf(pageArea(), pageLang());

/** The thread that the page shows. */
export const pageThreadId = (): number | undefined =>
  Number(document.querySelector<HTMLElement>('#compose')?.dataset.thread) || undefined;

export function readCookie(name: string): string | undefined {
  for (const pair of document.cookie.split('; '))
    if (pair.startsWith(`${name}=`)) return decodeURIComponent(pair.slice(name.length + 1));
  return undefined;
}

/**
 * The anti-forgery token of the session that this browser has now; '' for none. Each login has
 * another one, in every tab.
 */
export const readLoginToken = (): string => readCookie('XSRF-TOKEN') ?? '';

/** Whether a click goes where its link leads, and to no other tab or window. */
export const isPlainClick = ({
  button,
  ctrlKey,
  metaKey,
  shiftKey,
  altKey,
}: Pick<MouseEvent, 'button' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>): boolean =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey;

/**
 * Whether somebody seems to be logged in: the readable hint beside the session's cookie, which
 * scripts can't read.
 */
export const hasMemberCookie = (): boolean => readCookie('member') === '1';

/** Where somebody logs in who comes back to an address of this site (R17). */
export function loginUrl(back = location.href, fresh = false): string {
  const callback = `${location.origin}/api/v1/login/callback`;
  const query = { return_url: back, redirect_url: callback, ...(fresh ? { fresh: '1' } : {}) };
  return `/api/v1/login?${new URLSearchParams(query)}`;
}
