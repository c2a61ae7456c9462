import { type Env, isLoopback } from '#platform/env.ts';

type ReturnSite = Pick<Env, 'SITE_URL' | 'loopback'>;

/** Not pages; some of them log in or out when opened. */
const NOT_A_PAGE = /^\/(api|sso|admin\/admin)(\/|$)/i;
/** Blanks, controls and backslashes: browsers drop or convert them, other parsers don't. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are meant
const UNSAFE_CHARACTERS = /[\u0000-\u0020\u007f-\u00a0\\\u2028\u2029\ufeff]/;

/** On a loopback site, `localhost` and `127.0.0.1` with the same port are the same site. */
function isSameSite(url: URL, { SITE_URL, loopback }: ReturnSite): boolean {
  const site = new URL(SITE_URL);
  if (url.origin === site.origin) return true;
  return (
    loopback && url.protocol === site.protocol && url.port === site.port && isLoopback(url.hostname)
  );
}

/** Parses an absolute address or path with our own origin; undefined if elsewhere or invalid. */
export function parseSiteUrl(address: string, site: ReturnSite): URL | undefined {
  if (UNSAFE_CHARACTERS.test(address) || !/^(https?:\/\/|\/(?!\/))/i.test(address))
    return undefined;
  const url = URL.parse(address, site.SITE_URL);
  if (!url || url.username || url.password || !isSameSite(url, site)) return undefined;
  return (
    URL.parse(url.pathname.replace(/^\/+/, '/') + url.search + url.hash, site.SITE_URL) ?? undefined
  );
}

/** The page to return to (R17): the wanted one if it is on this site, else `home`, a path. */
export function getReturnUrl(
  requestedUrl: string | undefined,
  site: ReturnSite,
  home = '/',
): string {
  const url = requestedUrl ? parseSiteUrl(requestedUrl, site) : undefined;
  return url && isPage(url) ? url.href : site.SITE_URL + home;
}

function isPage(url: URL): boolean {
  try {
    return !NOT_A_PAGE.test(decodeURIComponent(url.pathname));
  } catch {
    return false;
  }
}

/**
 * On a loopback site, the same request at SITE_URL's host; undefined if it is there already.
 * Cookies of 127.0.0.1 aren't sent to localhost, so the login would fail.
 */
export function getCanonicalUrl(requested: string, site: ReturnSite): string | undefined {
  const url = new URL(requested);
  const siteUrl = new URL(site.SITE_URL);
  if (
    !site.loopback ||
    url.hostname === siteUrl.hostname ||
    url.port !== siteUrl.port ||
    !isLoopback(url.hostname)
  )
    return undefined;
  return siteUrl.origin + url.pathname + url.search;
}
