/*
 * Where addresses in messages lead, as browsers understand them: backslashes, line breaks within,
 * numbers for hosts, names in other scripts. Pages are read over http and https, and an address
 * without a host means either.
 */

/** Stands for the site where nobody said which it is. */
const UNKNOWN_SITE = 'forum.invalid';
const LINK_SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:', 'ftp:', 'magnet:']);

const resolved = (address: string, siteHost: string): (URL | null)[] =>
  ['https', 'http'].map((scheme) => URL.parse(address, `${scheme}://${siteHost}/`));
const isWeb = ({ protocol }: URL): boolean => protocol === 'http:' || protocol === 'https:';
const bareHost = (host: string): string => host.replace(/\.(?=:|$)/, '');
/** Somebody's own mailbox or telephone is no other site. */
const isPersonal = ({ protocol }: URL): boolean => protocol === 'mailto:' || protocol === 'tel:';
const isOwn = (url: URL, siteHost: string): boolean =>
  isWeb(url) && bareHost(url.host) === siteHost;

export interface LinkTarget {
  /** The address as browsers follow it, when it leads away from the site. */
  leaves: string | undefined;
}

/** Where a link leads; undefined for one that may not be followed. */
export function linkTarget(address: string, siteHost = UNKNOWN_SITE): LinkTarget | undefined {
  const [secure, plain] = resolved(address, siteHost);
  if (!secure || !plain || !LINK_SCHEMES.has(secure.protocol) || !LINK_SCHEMES.has(plain.protocol))
    return undefined;
  return { leaves: [secure, plain].find((url) => !isOwn(url, siteHost) && !isPersonal(url))?.href };
}

/** Ways of hiding a path within a path from those who compare its beginning. */
const DISGUISED = /%(?:2[ef]|5c|25|00)|\\|\/\//i;
/**
 * A step up in a path: browsers take it before they ask, servers that join slashes first may end
 * elsewhere.
 */
const STEP_UP = /[\\/](?:\.|%2e){2}(?:[\\/?#]|$)/i;

export interface MediaTarget {
  /** It is loaded from another host, which needn't hear who reads. */
  foreign: boolean;
}

/**
 * Where a picture or video is loaded from; undefined where it may not be. Whoever reads loads it
 * with their session, so of the site's own addresses only files can be shown, whatever its port.
 */
export function mediaTarget(address: string, siteHost = UNKNOWN_SITE): MediaTarget | undefined {
  const urls = resolved(address, siteHost);
  const hostname = siteHost.replace(/:\d+$/, '');
  let foreign = false;
  for (const url of urls) {
    if (!url || !isWeb(url) || url.username || url.password) return undefined;
    if (bareHost(url.hostname) !== hostname) foreign = true;
    else if (
      !/^\/(?:uploads|assets)\/./.test(url.pathname) ||
      DISGUISED.test(url.pathname) ||
      STEP_UP.test(address)
    )
      return undefined;
  }
  return { foreign };
}

/** Addresses that are written out in text, up to signs that belong to the sentence. */
const WRITTEN =
  /(?:https?:[\\/]+|ftp:\/\/|magnet:\?|\bwww\.)[^\s<>"'，。！？；：、（）【】《》「」]+/gi;

/**
 * The addresses in a text without markup that lead away from the site, as browsers would follow
 * them.
 */
export function writtenLinks(text: string, siteHost = UNKNOWN_SITE): string[] {
  return [...text.matchAll(WRITTEN)].flatMap(
    ([found]) =>
      linkTarget(/^www\./i.test(found) ? `https://${found}` : found, siteHost)?.leaves ?? [],
  );
}
