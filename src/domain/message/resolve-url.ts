/*
 * Where addresses in messages lead, as browsers understand them: backslashes, line breaks within,
 * numbers for hosts, names in other scripts. Pages are read over http and https, and an address
 * without a host means either.
 */

/** Stands for the site where nobody said which it is. */
const UNKNOWN_SITE_HOST = 'forum.invalid';
const LINK_SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:', 'ftp:', 'magnet:']);

const resolveOnBothSchemes = (address: string, siteHost: string): (URL | null)[] =>
  ['https', 'http'].map((scheme) => URL.parse(address, `${scheme}://${siteHost}/`));
const isWeb = ({ protocol }: URL): boolean => protocol === 'http:' || protocol === 'https:';
const stripTrailingDot = (host: string): string => host.replace(/\.(?=:|$)/, '');
/** Somebody's own mailbox or telephone is no other site. */
const isPersonal = ({ protocol }: URL): boolean => protocol === 'mailto:' || protocol === 'tel:';
const isOwnUrl = (url: URL, siteHost: string): boolean =>
  isWeb(url) && stripTrailingDot(url.host) === siteHost;

/** Addresses of the site that do something, such as logging out, for whoever opens them. */
const ACTING_PATH = /^\/+(?:api|admin\/+admin\/+api|sso)(?:\/|$)/i;
/** What describes the API may be linked to. */
const API_DOCUMENT_PATH = /^\/api\/(?:docs|openapi\.json)$/;

/** A path as servers take it that decode before they look. */
function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

const isActingUrl = (url: URL, siteHost: string): boolean =>
  isWeb(url) &&
  stripTrailingDot(url.hostname) === siteHost.replace(/:\d+$/, '') &&
  ACTING_PATH.test(decodePath(url.pathname)) &&
  !API_DOCUMENT_PATH.test(url.pathname);

export interface LinkTarget {
  /** The address as browsers follow it, when it leads away from the site. */
  externalUrl: string | undefined;
}

/** Where a link leads; undefined for one that may not be followed. */
export function resolveLink(address: string, siteHost = UNKNOWN_SITE_HOST): LinkTarget | undefined {
  const [secure, plain] = resolveOnBothSchemes(address, siteHost);
  if (!secure || !plain || !LINK_SCHEMES.has(secure.protocol) || !LINK_SCHEMES.has(plain.protocol))
    return undefined;
  if (isActingUrl(secure, siteHost) || isActingUrl(plain, siteHost)) return undefined;
  return {
    externalUrl: [secure, plain].find((url) => !isOwnUrl(url, siteHost) && !isPersonal(url))?.href,
  };
}

/** Ways of hiding a path within a path from those who compare its beginning. */
const ENCODED_SEPARATOR = /%(?:2[ef]|5c|25|00)|\\|\/\//i;
/**
 * A step up in a path: browsers take it before they ask, servers that join slashes first may end
 * elsewhere.
 */
const PARENT_SEGMENT = /[\\/](?:\.|%2e){2}(?:[\\/?#]|$)/i;

export interface MediaTarget {
  /** The address when it is loaded from another host, which needn't hear who reads. */
  externalUrl: string | undefined;
}

/**
 * Where a picture or video is loaded from; undefined where it may not be. Whoever reads loads it
 * with their session, so of the site's own addresses only files can be shown, whatever its port.
 */
export function resolveMedia(
  address: string,
  siteHost = UNKNOWN_SITE_HOST,
): MediaTarget | undefined {
  const urls = resolveOnBothSchemes(address, siteHost);
  const hostname = siteHost.replace(/:\d+$/, '');
  let externalUrl: string | undefined;
  for (const url of urls) {
    if (!url || !isWeb(url) || url.username || url.password) return undefined;
    if (stripTrailingDot(url.hostname) !== hostname) externalUrl ??= url.href;
    else if (
      !/^\/(?:uploads|assets)\/./.test(url.pathname) ||
      ENCODED_SEPARATOR.test(url.pathname) ||
      PARENT_SEGMENT.test(address)
    )
      return undefined;
  }
  return { externalUrl };
}

/** Addresses that are written out in text, up to signs that belong to the sentence. */
const WRITTEN_URL =
  /(?:https?:[\\/]+|ftp:\/\/|magnet:\?|\bwww\.)[^\s<>"'，。！？；：、（）【】《》「」]+/gi;

/**
 * The addresses in a text without markup that lead away from the site, as browsers would follow
 * them.
 */
export function findWrittenLinks(text: string, siteHost = UNKNOWN_SITE_HOST): string[] {
  return [...text.matchAll(WRITTEN_URL)].flatMap(
    ([found]) =>
      resolveLink(/^www\./i.test(found) ? `https://${found}` : found, siteHost)?.externalUrl ?? [],
  );
}
