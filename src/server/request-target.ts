import { ADMIN_ROOT, isAdminScreen } from '#contracts/admin.ts';
import { ANY_LANG, type Lang } from '#contracts/language.ts';
import {
  DEFAULT_ORDER,
  FORUM_ORDERS,
  INDEX_ORDERS,
  ORDERS,
  type Order,
} from '#contracts/list-orders.ts';
import {
  type Area,
  CLIENT_PAGES,
  clientPagePath,
  ERROR_PAGES,
  forumPath,
  homePath,
  type ParsedPath,
  parseId,
  parsePath,
  type Root,
  replyAnchor,
  rootOf,
  threadPath,
} from '#contracts/paths.ts';

/* URLs of the site, and redirects of old ones. */

/** Paths without a language, below the root or /phone. */
export const PAGE_NAMES = [
  ...['post', 'user', 'forum', 'forums', 'about'],
  ...new Set(CLIENT_PAGES.map((page) => page.split('/')[0] as string)),
  ...ORDERS,
];
const LANGUAGE_NEUTRAL_PATH = new RegExp(`^/(?:$|(?:${PAGE_NAMES.join('|')})(?:/|$))`);
const ROOT_FILE_PATH = /^\/(?:sitemap(?:-\w{1,10})?\.xml|robots\.txt)$/;
/** The only pages below a language with an extension. */
const PATH_WITH_EXTENSION = new RegExp(
  String.raw`^/(?:(?:${ANY_LANG})(?:/forum/[1-9]\d{0,8})?/(?:feed|atom)\.xml|phone/(?:${ANY_LANG})/app\.webmanifest)$`,
);
/** The error page of either site (R2, R8). */
const ERROR_PAGE_PATH = new RegExp(`^(?:/phone)?(?:/(${ANY_LANG}))?/error$`);
const LANG_PARAMETER = new RegExp(String.raw`[?&]lang=(${ANY_LANG})\b`);
/** Longer paths don't exist. */
const MAX_PATH_LENGTH = 120;

export type RequestTarget =
  | { kind: 'page'; path: string; root: Root; negotiated: boolean }
  | { kind: 'problem'; root: Root; code: (typeof ERROR_PAGES)[number] }
  /** `negotiated`: for readers of this language alone. */
  | { kind: 'redirect'; location: string; negotiated: boolean }
  | { kind: 'reply'; root: Root; threadId: number; postId: number }
  /** The admin area; `there`: a screen of that name exists. */
  | { kind: 'admin'; path: string; lang: Lang; there: boolean }
  | { kind: 'none'; area: Area };

/** Orders by their names in URLs of the former site. */
const LEGACY_ORDERS: ReadonlyMap<string, Order> = new Map([...INDEX_ORDERS, ...FORUM_ORDERS]);

/** URLs of the former site: lists by order and page index, threads by page index and reply. */
function resolveLegacyUrl(
  { root, rest: [kind, id] }: ParsedPath,
  query: URLSearchParams,
  negotiated: boolean,
): RequestTarget | undefined {
  const offset = query.get('offset');
  const page = offset && /^\d{1,6}$/.test(offset) ? Number(offset) + 1 : undefined;
  if (kind === 'post') {
    const threadId = parseId(id);
    const postId = parseId(query.get('postId') ?? query.get('post_id') ?? '');
    if (threadId && postId) return { kind: 'reply', root, threadId, postId };
    return threadId && page && page > 1
      ? { kind: 'redirect', location: threadPath(root, threadId, page), negotiated }
      : undefined;
  }
  const order = LEGACY_ORDERS.get(query.get('order') ?? '');
  if (!order && !page) return undefined;
  const list = { order: order ?? DEFAULT_ORDER, page: page ?? 1 };
  if (!kind) return { kind: 'redirect', location: homePath(root, list), negotiated };
  const forumId = kind === 'forum' ? parseId(id) : undefined;
  return forumId
    ? { kind: 'redirect', location: forumPath(root, forumId, list), negotiated }
    : undefined;
}

/** The language that a query asks to remember (R11). */
export const getChosenLang = (url: string): Lang | undefined =>
  LANG_PARAMETER.exec(url)?.[1] as Lang | undefined;

/**
 * Text of a sentence around a URL: `/zh/post/1，`, `/zh/post/1)`, `/zh/post/1%20`, `/zh/post/1.`; no
 * file extension.
 */
const TRAILING_TEXT = /^(\/[\w/-]*?)\/?(?:\.*(?!%2[ef]|%5c|%[01])[^\w/.-].*|\.+)$/is;

/** Redirects to the URL without trailing text. */
function resolveTrailingText(
  raw: string,
  query: string,
  getReaderLang: () => Lang,
): RequestTarget | undefined {
  const [, address] = TRAILING_TEXT.exec(raw) ?? [];
  if (!address) return undefined;
  const meant = parseRequestTarget(address + query, getReaderLang);
  if (meant.kind === 'redirect') return meant;
  return meant.kind === 'page'
    ? { kind: 'redirect', location: address + query, negotiated: false }
    : undefined;
}

/** Parses a request's URL; `getReaderLang` is called only if the URL has no language. */
export function parseRequestTarget(url: string, getReaderLang: () => Lang): RequestTarget {
  const queryStart = url.indexOf('?');
  const raw = queryStart < 0 ? url : url.slice(0, queryStart);
  const path = raw.length > 1 && raw.endsWith('/') ? raw.slice(0, -1) : raw;
  const area: Area = /^\/phone(\/|$)/.test(path) ? 'phone' : 'desktop';
  if (
    path.length > MAX_PATH_LENGTH ||
    !/^[\w/.-]*$/.test(path) ||
    path.includes('..') ||
    raw.includes('//') ||
    path.endsWith('.')
  )
    return (
      resolveTrailingText(raw, queryStart < 0 ? '' : url.slice(queryStart), getReaderLang) ?? {
        kind: 'none',
        area,
      }
    );
  const query = queryStart < 0 ? undefined : new URLSearchParams(url.slice(queryStart));
  if (path === ADMIN_ROOT || path.startsWith(`${ADMIN_ROOT}/`)) {
    const screen = path.slice(ADMIN_ROOT.length + 1).split('/')[0] ?? '';
    return {
      kind: 'admin',
      path: isAdminScreen(screen) && screen ? `${ADMIN_ROOT}/${screen}` : ADMIN_ROOT,
      lang: getReaderLang(),
      there: isAdminScreen(screen),
    };
  }
  const failed = ERROR_PAGE_PATH.exec(path);
  if (failed) {
    const code = ERROR_PAGES.find((problem) => String(problem) === query?.get('errCode')) ?? 500;
    return {
      kind: 'problem',
      root: rootOf(area, (failed[1] as Lang | undefined) ?? getReaderLang()),
      code,
    };
  }
  if (ROOT_FILE_PATH.test(path)) return { kind: 'page', path, root: 'zh', negotiated: false };
  if (path.includes('.') && !PATH_WITH_EXTENSION.test(path)) return { kind: 'none', area };
  const below = area === 'phone' ? path.slice('/phone'.length) || '/' : path;
  const negotiated = LANGUAGE_NEUTRAL_PATH.test(below);
  const full = negotiated ? `/${rootOf(area, getReaderLang())}${below === '/' ? '' : below}` : path;
  const parsed = parsePath(full);
  if (!parsed) return { kind: 'none', area };
  // Only the mobile site has pages of these names.
  const name = area === 'desktop' ? parsed.rest.join('/') : '';
  if (name === 'me')
    return { kind: 'redirect', location: clientPagePath(parsed.root, 'me/messages'), negotiated };
  if (name === 'offline') return { kind: 'redirect', location: homePath(parsed.root), negotiated };
  return (
    (query && resolveLegacyUrl(parsed, query, negotiated)) ?? {
      kind: 'page',
      path: full,
      root: parsed.root,
      negotiated,
    }
  );
}

export const getReplyUrl = (root: Root, threadId: number, page: number, postId: number): string =>
  `${threadPath(root, threadId, page)}#${replyAnchor(postId)}`;

/** A URL for the log: a query may contain a code of the provider, or a search. */
export const withoutQuery = (url = '/'): string => url.replace(/\?.*$/s, '');
