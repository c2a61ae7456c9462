import { type Env, isLoopback } from '#platform/env.ts';

type Site = Pick<Env, 'SITE_URL' | 'loopback'>;

/**
 * Where a person may not be sent back to: these aren't pages, and some of them log in or out when
 * they are opened.
 */
const NO_PAGE = /^\/(api|sso|admin\/admin)(\/|$)/i;
/**
 * Blanks, controls and backslashes: browsers drop or turn them, other readers of addresses don't.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are meant
const TREACHEROUS = /[\u0000-\u0020\u007f-\u00a0\\\u2028\u2029\ufeff]/;

/**
 * `localhost` and `127.0.0.1` at one port are the same machine: a site that nobody else reaches
 * answers to both.
 */
function isSameSite(url: URL, { SITE_URL, loopback }: Site): boolean {
  const site = new URL(SITE_URL);
  if (url.origin === site.origin) return true;
  return (
    loopback && url.protocol === site.protocol && url.port === site.port && isLoopback(url.hostname)
  );
}

/**
 * An address on this site, absolute and with our own origin written anew, whatever the given text
 * was like; undefined when the text is an address elsewhere, or none. Takes absolute addresses and
 * paths.
 */
export function onSite(address: string, site: Site): URL | undefined {
  if (TREACHEROUS.test(address) || !/^(https?:\/\/|\/(?!\/))/i.test(address)) return undefined;
  const url = URL.parse(address, site.SITE_URL);
  if (!url || url.username || url.password || !isSameSite(url, site)) return undefined;
  return (
    URL.parse(url.pathname.replace(/^\/+/, '/') + url.search + url.hash, site.SITE_URL) ?? undefined
  );
}

/**
 * The page to go back to (R17): the wanted one when it is a page of this site, else `home`, a path.
 */
export function returnAddress(wanted: string | undefined, site: Site, home = '/'): string {
  const url = wanted ? onSite(wanted, site) : undefined;
  return url && isPage(url) ? url.href : site.SITE_URL + home;
}

function isPage(url: URL): boolean {
  try {
    return !NO_PAGE.test(decodeURIComponent(url.pathname));
  } catch {
    return false;
  }
}

/**
 * On a loopback site, the same request at the address that cookies are set for; undefined when it
 * came there. A login that begins at 127.0.0.1 and comes back to localhost would look like somebody
 * else's.
 */
export function siteAlias(requested: string, site: Site): string | undefined {
  const url = new URL(requested);
  const own = new URL(site.SITE_URL);
  if (
    !site.loopback ||
    url.hostname === own.hostname ||
    url.port !== own.port ||
    !isLoopback(url.hostname)
  )
    return undefined;
  return own.origin + url.pathname + url.search;
}
