import type { AboutPage } from './about-pages.ts';
import { ANY_LANG, isLang, LANGS, type Lang } from './language.ts';
import { REPLIES_PER_PAGE } from './limits.ts';
import { DEFAULT_ORDER, ORDERS, type Order } from './list-orders.ts';

/*
 * Addresses of pages. Canonical: no final slash, begins with the site's root, omits page 1. Lists:
 * /{root}[/forum/{id}][/{order}][/theme-{id}][/only-zh|only-en][/{page}].
 */

/** The forum's two sites (R1). */
export const AREAS = ['desktop', 'phone'] as const;
export type Area = (typeof AREAS)[number];
/** First segments of a site's addresses by language; both sites have the same pages. */
export type Root = Lang | `phone/${Lang}`;
export const rootOf = (area: Area, lang: Lang): Root => (area === 'phone' ? `phone/${lang}` : lang);
export const ROOTS: readonly Root[] = AREAS.flatMap((area) =>
  LANGS.map((lang) => rootOf(area, lang)),
);

/** For regular expressions. */
export const ANY_ROOT = ROOTS.join('|');

export const PUBLISHED_PATH_PATTERN = /* @__PURE__ */ new RegExp(
  String.raw`^/(?:(?:${ANY_ROOT})(?:/[\w./-]*)?|sitemap(?:-\w{1,10})?\.xml|robots\.txt)$`,
);

export interface ParsedPath {
  root: Root;
  area: Area;
  lang: Lang;
  /** The segments below the root. */
  rest: string[];
}

/** Undefined outside the two sites. */
export function parsePath(path: string): ParsedPath | undefined {
  const [, ...segments] = path.split('/');
  const area = segments[0] === 'phone' ? 'phone' : 'desktop';
  if (area === 'phone') segments.shift();
  const [lang, ...rest] = segments;
  return isLang(lang) ? { root: rootOf(area, lang), area, lang, rest } : undefined;
}

export interface ListAddress {
  order: Order;
  /** Only threads of this kind; in forums. */
  theme?: number | undefined;
  /** Only threads written in this language. */
  only?: Lang | undefined;
  page: number;
}
export const DEFAULT_LIST: ListAddress = { order: DEFAULT_ORDER, page: 1 };

/** Whether a home page's list shows the page's language first. */
export const isByLanguage = ({ order, only }: ListAddress): boolean =>
  order === DEFAULT_ORDER && !only;

function listSegments({ order, theme, only, page }: ListAddress): string {
  const rest = [theme && `theme-${theme}`, only && `only-${only}`, page > 1 && String(page)].filter(
    Boolean,
  );
  return [order !== DEFAULT_ORDER || rest.length > 0 ? order : '', ...rest]
    .filter(Boolean)
    .map((segment) => `/${segment}`)
    .join('');
}

const ORDER_SEGMENT = new RegExp(`^(${ORDERS.join('|')})$`);
const LANG_SEGMENT = new RegExp(`^only-(${ANY_LANG})$`);

/** Parses the segments after /{root} or /{root}/forum/{id}; undefined if not canonical. */
export function parseListAddress(segments: string | undefined): ListAddress | undefined {
  const parts = (segments ?? '').split('/').filter(Boolean);
  const list: ListAddress = { ...DEFAULT_LIST };
  const takeSegment = (pattern: RegExp) => {
    const match = pattern.exec(parts[0] ?? '');
    if (match) parts.shift();
    return match?.[1];
  };
  list.order = (takeSegment(ORDER_SEGMENT) as Order | undefined) ?? DEFAULT_ORDER;
  list.theme = Number(takeSegment(/^theme-([1-9]\d{0,8})$/)) || undefined;
  list.only = takeSegment(LANG_SEGMENT) as Lang | undefined;
  list.page = Number(takeSegment(/^([1-9]\d{0,6})$/)) || 1;
  const canonical = listSegments(list).slice(1);
  return canonical === (segments ?? '').replace(/\/$/, '') ? list : undefined;
}

export const homePath = (root: Root, list: Partial<ListAddress> = {}): string =>
  `/${root}${listSegments({ ...DEFAULT_LIST, ...list })}`;
export const forumsPath = (root: Root): string => `/${root}/forums`;
export const forumPath = (root: Root, forumId: number, list: Partial<ListAddress> = {}): string =>
  `/${root}/forum/${forumId}${listSegments({ ...DEFAULT_LIST, ...list })}`;
export const threadPath = (root: Root, threadId: number, page = 1): string =>
  `/${root}/post/${threadId}${page > 1 ? `/${page}` : ''}`;
export const USER_TABS = ['threads', 'replies'] as const;
export type UserTab = (typeof USER_TABS)[number];
export const userPath = (root: Root, userId: number, tab: UserTab = 'threads', page = 1): string =>
  `/${root}/user/${userId}${tab === 'threads' && page === 1 ? '' : `/${tab}`}${page > 1 ? `/${page}` : ''}`;
/** Private messages with a user. */
export const lettersPath = (root: Root, withUser: number): string =>
  clientPagePath(root, 'me/letters', { with: withUser });
export const settingsPath = (root: Root): string => clientPagePath(root, 'me/settings');
export const editPath = (root: Root, threadId: number): string =>
  clientPagePath(root, 'edit', { id: threadId });
export const aboutPath = (root: Root, page: AboutPage): string => `/${root}/about/${page}`;

/** Client pages: static shells whose content islands draw. Those below `me` are for members. */
export const CLIENT_PAGES = [
  'search',
  'new',
  'edit',
  'me/news',
  'me/messages',
  'me/letters',
  'me/favourites',
  'me/bookmarks',
  'me/watching',
  'me/drafts',
  'me/threads',
  'me/replies',
  'me/settings',
  'me/welcome',
  'me/moderation',
] as const;
export type ClientPage = (typeof CLIENT_PAGES)[number];
export type MemberPage = Extract<ClientPage, `me/${string}`>;
export const isMemberPage = (clientPage: ClientPage): clientPage is MemberPage =>
  clientPage.startsWith('me/');
/** Below `clientPage.` in the dictionaries. */
type ClientPageKey<One extends ClientPage> = One extends `me/${infer Name}` ? Name : One;
export const clientPageKey = <One extends ClientPage>(clientPage: One): ClientPageKey<One> =>
  clientPage.replace('me/', '') as ClientPageKey<One>;
/** One file serves all queries. */
export function clientPagePath(
  root: Root,
  clientPage: ClientPage,
  query: Readonly<Record<string, string | number>> = {},
): string {
  const queryString = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)]),
  ).toString();
  return `/${root}/${clientPage}${queryString && `?${queryString}`}`;
}

/** Reports or posts pending review, of one forum or (0) all. */
export const moderationQueuePath = (
  root: Root,
  tab: 'reports' | 'review',
  forumId: number,
): string =>
  clientPagePath(root, 'me/moderation', {
    ...(tab === 'reports' ? {} : { tab }),
    ...(forumId > 0 ? { forum: forumId } : {}),
  });

/** The phone site's page with links to the reader's own pages. */
export const mePath = (root: Root): string => `/${root}/me`;

/** The phone site's page for uncached addresses while offline. */
export const offlinePath = (root: Root): string => `/${root}/offline`;
export const manifestPath = (lang: Lang): string => `/${rootOf('phone', lang)}/app.webmanifest`;
/** Rules for prerendering; scripts/build/speculation-rules.ts writes them. */
export const SPECULATION_RULES_PATH = '/assets/speculation-rules.json';
/** The script of the page /api/docs; scripts/build/api-reference.ts adds it to the build. */
export const API_REFERENCE_PATH = '/assets/api-reference.js';
/** Written by scripts/build/app-icons.ts. */
export const APP_ICONS_PATH = '/assets/app';
/** For the brand's saved version. */
export const brandIconPath = (name: string, version: number): string =>
  `/api/v2/public/app-icon/${name}?v=${version}`;
/** Browsers request it for API answers, feeds and pictures; pages contain their icons. */
export const FAVICON_PATH = '/favicon.ico';

export const feedPath = (lang: Lang, forumId?: number): string =>
  `/${lang}${forumId ? `/forum/${forumId}` : ''}/feed.xml`;
export const atomPath = (lang: Lang): string => `/${lang}/atom.xml`;
export const ERROR_PAGES = [403, 404, 406, 500] as const;
export type ErrorPageCode = (typeof ERROR_PAGES)[number];
export const errorPagePath = (root: Root, code: ErrorPageCode): string => `/${root}/error/${code}`;

/** The page of a floor; the first post is floor 0. */
export const pageOfFloor = (floor: number, perPage = REPLIES_PER_PAGE): number =>
  Math.max(1, Math.ceil(floor / perPage));
/** The id of a reply's element. */
export const replyAnchor = (postId: number): string => `p${postId}`;
/** The server redirects to the reply's current page. */
export const replyPermalink = (root: Root, threadId: number, postId: number): string =>
  `/${root}/post/${threadId}?postId=${postId}#${replyAnchor(postId)}`;
/** The reply's current page. */
export const replyPagePath = (
  root: Root,
  threadId: number,
  floor: number,
  postId: number,
): string => `${threadPath(root, threadId, pageOfFloor(floor))}#${replyAnchor(postId)}`;

/** The same page in another language or on the other site; undefined outside both. */
export function switchPath(path: string, to: { area?: Area; lang?: Lang }): string | undefined {
  const parsed = parsePath(path);
  return (
    parsed && ['', rootOf(to.area ?? parsed.area, to.lang ?? parsed.lang), ...parsed.rest].join('/')
  );
}

/** Canonical: no sign, no leading zeros. */
export const parseId = (text: string | undefined): number | undefined =>
  /^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : undefined;
/** Page 1 is omitted; undefined if not canonical. */
export const parsePage = (text: string | undefined): number | undefined =>
  text === undefined || text === '' ? 1 : text === '1' ? undefined : parseId(text);

/** Returns to `back` (R19). `fresh`: the provider asks for the password again. */
export function adminLoginPath(origin: string, back: string, fresh: boolean): string {
  const login = '/admin/admin/api/manager';
  const callback = `${origin}${login}/callback`;
  const query = { return_url: back, redirect_url: callback, ...(fresh ? { fresh: '1' } : {}) };
  return `${login}?${new URLSearchParams(query)}`;
}
