import { ADMIN_HOME, isAdminScreen } from '#contracts/admin.ts';
import type { Lang } from '#contracts/language.ts';
import {
  type Area,
  forumPath,
  homePath,
  type Order,
  PROBLEMS,
  parseId,
  parsePath,
  type Root,
  type RootedPath,
  replyAnchor,
  roomPath,
  rootOf,
  threadPath,
} from '#contracts/paths.ts';

/* What an address of the site means, and where older ones lead. */

/** Addresses that leave the language to the reader, below the desktop's or the phone's. */
const WITHOUT_LANG =
  /^\/(?:$|(?:post|user|forum|forums|about|search|new|edit|me|latest|newest|hot|digest)(?:\/|$))/;
const FILES = /^\/(?:sitemap(?:-\w{1,10})?\.xml|robots\.txt)$/;
/**
 * The only pages below a language that have an ending; the files of the others have no address of
 * their own.
 */
const WITH_ENDING =
  /^\/(?:(?:zh|en)(?:\/forum\/[1-9]\d{0,8})?\/(?:feed|atom)\.xml|phone\/(?:zh|en)\/app\.webmanifest)$/;
/** The error page of either site (R2, R8). */
const ERROR = /^(?:\/phone)?(?:\/(zh|en))?\/error$/;
/** Longer paths name nothing that exists. */
const LONGEST = 120;

export type Target =
  | { kind: 'page'; path: string; root: Root; negotiated: boolean }
  | { kind: 'problem'; root: Root; code: (typeof PROBLEMS)[number] }
  /** `negotiated`: for readers of this language alone. */
  | { kind: 'redirect'; location: string; negotiated: boolean }
  | { kind: 'reply'; root: Root; threadId: number; postId: number }
  /** The admin area; `there`: a screen of that name exists. */
  | { kind: 'admin'; path: string; lang: Lang; there: boolean }
  | { kind: 'none'; area: Area };

const OLD_ORDERS: Record<string, Order> = {
  updated_at: 'latest',
  last_date: 'latest',
  created_at: 'newest',
  hot_value: 'hot',
};

/** Addresses of the former site: lists by order and page index, threads by page index and reply. */
function formerAddress(
  { root, rest: [kind, id] }: RootedPath,
  query: URLSearchParams,
  negotiated: boolean,
): Target | undefined {
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
  const order = OLD_ORDERS[query.get('order') ?? ''];
  if (!order && !page) return undefined;
  const list = { order: order ?? ('latest' as const), page: page ?? 1 };
  if (!kind) return { kind: 'redirect', location: homePath(root, list), negotiated };
  const forumId = kind === 'forum' ? parseId(id) : undefined;
  return forumId
    ? { kind: 'redirect', location: forumPath(root, forumId, list), negotiated }
    : undefined;
}

/**
 * Reads a request's address; `reader` is the reader's language, asked for only where the address
 * says none.
 */
export function readAddress(url: string, reader: () => Lang): Target {
  const mark = url.indexOf('?');
  const raw = mark < 0 ? url : url.slice(0, mark);
  const path = raw.length > 1 && raw.endsWith('/') ? raw.slice(0, -1) : raw;
  const area: Area = /^\/phone(\/|$)/.test(path) ? 'phone' : 'desktop';
  if (
    path.length > LONGEST ||
    !/^[\w/.-]*$/.test(path) ||
    path.includes('..') ||
    raw.includes('//')
  )
    return { kind: 'none', area };
  const query = mark < 0 ? undefined : new URLSearchParams(url.slice(mark));
  if (path === ADMIN_HOME || path.startsWith(`${ADMIN_HOME}/`)) {
    const screen = path.slice(ADMIN_HOME.length + 1).split('/')[0] ?? '';
    return {
      kind: 'admin',
      path: isAdminScreen(screen) && screen ? `${ADMIN_HOME}/${screen}` : ADMIN_HOME,
      lang: reader(),
      there: isAdminScreen(screen),
    };
  }
  const failed = ERROR.exec(path);
  if (failed) {
    const code = PROBLEMS.find((one) => String(one) === query?.get('errCode')) ?? 500;
    return {
      kind: 'problem',
      root: rootOf(area, (failed[1] as Lang | undefined) ?? reader()),
      code,
    };
  }
  if (FILES.test(path)) return { kind: 'page', path, root: 'zh', negotiated: false };
  if (path.includes('.') && !WITH_ENDING.test(path)) return { kind: 'none', area };
  const below = area === 'phone' ? path.slice('/phone'.length) || '/' : path;
  const negotiated = WITHOUT_LANG.test(below);
  const full = negotiated ? `/${rootOf(area, reader())}${below === '/' ? '' : below}` : path;
  const parsed = parsePath(full);
  if (!parsed) return { kind: 'none', area };
  // Only the phone's site has pages of these names.
  const name = area === 'desktop' ? parsed.rest.join('/') : '';
  if (name === 'me')
    return { kind: 'redirect', location: roomPath(parsed.root, 'me/messages'), negotiated };
  if (name === 'offline') return { kind: 'redirect', location: homePath(parsed.root), negotiated };
  return (
    (query && formerAddress(parsed, query, negotiated)) ?? {
      kind: 'page',
      path: full,
      root: parsed.root,
      negotiated,
    }
  );
}

export const replyTarget = (root: Root, threadId: number, page: number, postId: number): string =>
  `${threadPath(root, threadId, page)}#${replyAnchor(postId)}`;
