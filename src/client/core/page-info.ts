import type { Lang } from '#contracts/language.ts';
import { type Area, type Root, rootOf } from '#contracts/paths.ts';

export const pageLang = (): Lang => (document.documentElement.lang === 'en' ? 'en' : 'zh');

/** Desktop or phone (R1). */
export const pageArea = (): Area =>
  /^\/phone(\/|$)/.test(location.pathname) ? 'phone' : 'desktop';

/** Prefix of the site's paths. */
export const pageRoot = (): Root => rootOf(pageArea(), pageLang());

export const pageThreadId = (): number | undefined =>
  Number(document.querySelector<HTMLElement>('#compose')?.dataset.thread) || undefined;

export function readCookie(name: string): string | undefined {
  for (const pair of document.cookie.split('; '))
    if (pair.startsWith(`${name}=`)) return decodeURIComponent(pair.slice(name.length + 1));
  return undefined;
}

/** Anti-forgery token of the browser's session, or ''. Each login sets a new one in all tabs. */
export const readLoginToken = (): string => readCookie('XSRF-TOKEN') ?? '';

/** Whether a click follows its link in this tab. */
export const isPlainClick = ({
  button,
  ctrlKey,
  metaKey,
  shiftKey,
  altKey,
}: Pick<MouseEvent, 'button' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>): boolean =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey;

/** Whether a user seems to be logged in: scripts can read this cookie, but not the session's. */
export const hasMemberCookie = (): boolean => readCookie('member') === '1';

/** The login's address, with an address of this site to return to (R17). */
export function loginUrl(back = location.href, fresh = false): string {
  const callback = `${location.origin}/api/v1/login/callback`;
  const query = { return_url: back, redirect_url: callback, ...(fresh ? { fresh: '1' } : {}) };
  return `/api/v1/login?${new URLSearchParams(query)}`;
}
