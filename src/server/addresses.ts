import { ADMIN_HOME, isAdminScreen } from '#contracts/admin.ts';
import { isLang, type Lang } from '#contracts/language.ts';
import { forumPath, homePath, type Order, PROBLEMS, parseId, replyAnchor, threadPath } from '#contracts/paths.ts';

/* What an address of the site means, and where older ones lead. */

const PAGE = /^\/(zh|en)(\/|$)/;
const WITHOUT_LANG = /^\/(?:$|(?:post|user|forum|forums|about|search|new|edit|me|latest|newest|hot|digest)(?:\/|$))/;
const FILES = /^\/(?:sitemap(?:-\w{1,10})?\.xml|robots\.txt)$/;
/** The only pages below a language that have an ending; the files of the others have no address of their own. */
const FEEDS = /^\/(?:zh|en)(?:\/forum\/[1-9]\d{0,8})?\/(?:feed|atom)\.xml$/;
/** Longer paths name nothing that exists. */
const LONGEST = 120;

export type Target =
  | { kind: 'page'; path: string; lang: Lang; negotiated: boolean }
  | { kind: 'problem'; lang: Lang; code: (typeof PROBLEMS)[number] }
  | { kind: 'redirect'; location: string; lang: Lang }
  | { kind: 'reply'; lang: Lang; threadId: number; postId: number }
  /** The admin area; `there`: a screen of that name exists. */
  | { kind: 'admin'; path: string; lang: Lang; there: boolean }
  | { kind: 'none' };

const OLD_ORDERS: Record<string, Order> = { updated_at: 'latest', last_date: 'latest', created_at: 'newest', hot_value: 'hot' };

/** Addresses of the former site: lists by order and page index, threads by page index and reply. */
function formerAddress(path: string, query: URLSearchParams, lang: Lang): Target | undefined {
  const offset = query.get('offset');
  const page = offset && /^\d{1,6}$/.test(offset) ? Number(offset) + 1 : undefined;
  const [, , kind, id] = path.split('/');
  if (kind === 'post') {
    const threadId = parseId(id);
    const postId = parseId(query.get('postId') ?? query.get('post_id') ?? '');
    if (threadId && postId) return { kind: 'reply', lang, threadId, postId };
    return threadId && page && page > 1 ? { kind: 'redirect', location: threadPath(lang, threadId, page), lang } : undefined;
  }
  const order = OLD_ORDERS[query.get('order') ?? ''];
  if (!order && !page) return undefined;
  const list = { order: order ?? ('latest' as const), page: page ?? 1 };
  if (!kind) return { kind: 'redirect', location: homePath(lang, list), lang };
  const forumId = kind === 'forum' ? parseId(id) : undefined;
  return forumId ? { kind: 'redirect', location: forumPath(lang, forumId, list), lang } : undefined;
}

/** Reads a request's address; `reader` is the reader's language, asked for only where the address says none. */
export function readAddress(url: string, reader: () => Lang): Target {
  const mark = url.indexOf('?');
  const raw = mark < 0 ? url : url.slice(0, mark);
  const path = raw.length > 1 && raw.endsWith('/') ? raw.slice(0, -1) : raw;
  if (path.length > LONGEST || !/^[\w/.-]*$/.test(path) || path.includes('..') || path.includes('//')) return { kind: 'none' };
  const query = mark < 0 ? undefined : new URLSearchParams(url.slice(mark));
  if (path === ADMIN_HOME || path.startsWith(`${ADMIN_HOME}/`)) {
    const screen = path.slice(ADMIN_HOME.length + 1).split('/')[0] ?? '';
    return { kind: 'admin', path: isAdminScreen(screen) && screen ? `${ADMIN_HOME}/${screen}` : ADMIN_HOME, lang: reader(), there: isAdminScreen(screen) };
  }
  if (path === '/error') {
    const code = PROBLEMS.find((one) => String(one) === query?.get('errCode')) ?? 500;
    return { kind: 'problem', lang: reader(), code };
  }
  if (path.includes('.') && !FILES.test(path) && !FEEDS.test(path)) return { kind: 'none' };
  if (FILES.test(path)) return { kind: 'page', path, lang: 'zh', negotiated: false };
  const negotiated = WITHOUT_LANG.test(path);
  if (!negotiated && !PAGE.test(path)) return { kind: 'none' };
  const full = negotiated ? `/${reader()}${path === '/' ? '' : path}` : path;
  const lang = full.split('/')[1];
  if (!isLang(lang)) return { kind: 'none' };
  const former = query && formerAddress(full, query, lang);
  return former ?? { kind: 'page', path: full, lang, negotiated };
}

export const replyTarget = (lang: Lang, threadId: number, page: number, postId: number): string => `${threadPath(lang, threadId, page)}#${replyAnchor(postId)}`;
