/*
 * Resolves addresses in messages as browsers do: backslashes, line breaks, numeric hosts, IDN.
 * Pages are served over http and https, so an address without a scheme is resolved for both.
 */

/** Placeholder for an unknown site host. */
const UNKNOWN_SITE_HOST = 'forum.invalid';
const LINK_SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:', 'ftp:', 'magnet:']);

const resolveOnBothSchemes = (address: string, siteHost: string): (URL | null)[] =>
  ['https', 'http'].map((scheme) => URL.parse(address, `${scheme}://${siteHost}/`));
const isWeb = ({ protocol }: URL): boolean => protocol === 'http:' || protocol === 'https:';
const stripTrailingDot = (host: string): string => host.replace(/\.(?=:|$)/, '');
const isPersonal = ({ protocol }: URL): boolean => protocol === 'mailto:' || protocol === 'tel:';
const isOwnUrl = (url: URL, siteHost: string): boolean =>
  isWeb(url) && stripTrailingDot(url.host) === siteHost;

/** Paths of the site on which a mere GET may act with the reader's session, such as a logout. */
const ACTING_PATH = /^\/+(?:api|admin\/+admin\/+api|sso)(?:\/|$)/i;
/** Documentation of the API may be linked. */
const API_DOCUMENT_PATH = /^\/api\/(?:docs|openapi\.json)$/;

/** The path as servers see it that decode before they route. */
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
  /** The address as browsers follow it, if it is external. */
  externalUrl: string | undefined;
}

/** The target of a link; undefined if the link is not allowed. */
export function resolveLink(address: string, siteHost = UNKNOWN_SITE_HOST): LinkTarget | undefined {
  const [secure, plain] = resolveOnBothSchemes(address, siteHost);
  if (!secure || !plain || !LINK_SCHEMES.has(secure.protocol) || !LINK_SCHEMES.has(plain.protocol))
    return undefined;
  if (isActingUrl(secure, siteHost) || isActingUrl(plain, siteHost)) return undefined;
  return {
    externalUrl: [secure, plain].find((url) => !isOwnUrl(url, siteHost) && !isPersonal(url))?.href,
  };
}

/** Encodings that hide a path from a comparison of prefixes. */
const ENCODED_SEPARATOR = /%(?:2[ef]|5c|25|00)|\\|\/\//i;
/**
 * A `..` segment: browsers resolve it first, servers that merge slashes may resolve it otherwise.
 */
const PARENT_SEGMENT = /[\\/](?:\.|%2e){2}(?:[\\/?#]|$)/i;

export interface MediaTarget {
  /** The address if another host serves it; that host needn't see who reads. */
  externalUrl: string | undefined;
}

/**
 * The source of a picture or video; undefined if not allowed. Readers load it with their session.
 * So of the site's own addresses, on any port, only files are allowed.
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

/** URLs in text, up to punctuation of the sentence. */
const WRITTEN_URL =
  /(?:https?:[\\/]+|ftp:\/\/|magnet:\?|\bwww\.)[^\s<>"'，。！？；：、（）【】《》「」]+/gi;

/** External URLs in plain text, as browsers would follow them. */
export function findWrittenLinks(text: string, siteHost = UNKNOWN_SITE_HOST): string[] {
  return [...text.matchAll(WRITTEN_URL)].flatMap(
    ([found]) =>
      resolveLink(/^www\./i.test(found) ? `https://${found}` : found, siteHost)?.externalUrl ?? [],
  );
}
