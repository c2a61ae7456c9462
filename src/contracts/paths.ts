import type { AboutPage } from './about-pages.ts';
import { ANY_LANG, isLang, LANGS, type Lang } from './language.ts';
import { REPLIES_PER_PAGE } from './limits.ts';
import { DEFAULT_ORDER, ORDERS, type Order } from './list-orders.ts';

/*
 * Addresses of pages. The canonical form has no slash at its end, begins with the site's root and
 * says page 1 by saying nothing. Lists:
 * /{root}[/forum/{id}][/{order}][/theme-{id}][/only-zh|only-en][/{page}].
 */

/** The two sites of the same forum (R1): for wide screens, and for phones. */
export const AREAS = ['desktop', 'phone'] as const;
export type Area = (typeof AREAS)[number];
/**
 * The first segments of a site's addresses in a language; both sites have the same pages below it.
 */
export type Root = Lang | `phone/${Lang}`;
export const rootOf = (area: Area, lang: Lang): Root => (area === 'phone' ? `phone/${lang}` : lang);
export const ROOTS: readonly Root[] = AREAS.flatMap((area) =>
  LANGS.map((lang) => rootOf(area, lang)),
);

/** For regular expressions: any of the roots. */
export const ANY_ROOT = ROOTS.join('|');

/** Addresses of pages that can be published. */
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

/** Parses a page's path; undefined for paths outside of the two sites. */
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

/** Whether a list of the home page has the threads in the page's language above the others. */
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

/**
 * Parses the segments after /{root} or /{root}/forum/{id}; undefined when they aren't in canonical
 * form.
 */
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
/** A member's conversation with somebody. */
export const lettersPath = (root: Root, withUser: number): string =>
  clientPagePath(root, 'me/letters', { with: withUser });
export const settingsPath = (root: Root): string => clientPagePath(root, 'me/settings');
export const editPath = (root: Root, threadId: number): string =>
  clientPagePath(root, 'edit', { id: threadId });
export const aboutPath = (root: Root, page: AboutPage): string => `/${root}/about/${page}`;

/**
 * Client pages: their files are empty, and an island draws their content. Those below `me` are for
 * members.
 */
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
/** A client page's key in the dictionaries, below `clientPage.`. */
type ClientPageKey<One extends ClientPage> = One extends `me/${infer Name}` ? Name : One;
export const clientPageKey = <One extends ClientPage>(clientPage: One): ClientPageKey<One> =>
  clientPage.replace('me/', '') as ClientPageKey<One>;
/** The address of a client page; its file is the same for all queries. */
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

/** The moderators' queue of reports or of posts to review, of one forum or (0) of all. */
export const moderationQueuePath = (
  root: Root,
  tab: 'reports' | 'review',
  forumId: number,
): string =>
  clientPagePath(root, 'me/moderation', {
    ...(tab === 'reports' ? {} : { tab }),
    ...(forumId > 0 ? { forum: forumId } : {}),
  });

/** The page behind the last tab of the phone's site, with links to the reader's own pages. */
export const mePath = (root: Root): string => `/${root}/me`;

/** The phone's page for an address that isn't cached while there is no network. */
export const offlinePath = (root: Root): string => `/${root}/offline`;
/** The web app manifest. */
export const manifestPath = (lang: Lang): string => `/${rootOf('phone', lang)}/app.webmanifest`;
/**
 * Which pages browsers prepare before a reader opens them; scripts/build/speculation-rules.ts
 * writes it.
 */
export const SPECULATION_RULES_PATH = '/assets/speculation-rules.json';
/** The folder into which scripts/build/app-icons.ts writes the icons of the web app. */
export const APP_ICONS_PATH = '/assets/app';
/** An icon of the web app, drawn for the brand that administrators saved as that version. */
export const brandIconPath = (name: string, version: number): string =>
  `/api/v2/public/app-icon/${name}?v=${version}`;
/**
 * The icon that browsers request for what names none: answers of the API, feeds, pictures. Pages
 * contain theirs.
 */
export const FAVICON_PATH = '/favicon.ico';

export const feedPath = (lang: Lang, forumId?: number): string =>
  `/${lang}${forumId ? `/forum/${forumId}` : ''}/feed.xml`;
export const atomPath = (lang: Lang): string => `/${lang}/atom.xml`;
export const ERROR_PAGES = [403, 404, 406, 500] as const;
export type ErrorPageCode = (typeof ERROR_PAGES)[number];
export const errorPagePath = (root: Root, code: ErrorPageCode): string => `/${root}/error/${code}`;

/** The page of a thread that holds a floor; the first post is floor 0. */
export const pageOfFloor = (floor: number, perPage = REPLIES_PER_PAGE): number =>
  Math.max(1, Math.ceil(floor / perPage));
/** The id of a reply's element on its page. */
export const replyAnchor = (postId: number): string => `p${postId}`;
/** A reply's permanent address: the server redirects to its page of the moment. */
export const replyPermalink = (root: Root, threadId: number, postId: number): string =>
  `/${root}/post/${threadId}?postId=${postId}#${replyAnchor(postId)}`;
/** The address of a reply on the page that holds it now. */
export const replyPagePath = (
  root: Root,
  threadId: number,
  floor: number,
  postId: number,
): string => `${threadPath(root, threadId, pageOfFloor(floor))}#${replyAnchor(postId)}`;

/** The same page in another language, or on the other site; undefined for paths outside of both. */
export function switchPath(path: string, to: { area?: Area; lang?: Lang }): string | undefined {
  const parsed = parsePath(path);
  return (
    parsed && ['', rootOf(to.area ?? parsed.area, to.lang ?? parsed.lang), ...parsed.rest].join('/')
  );
}

/** A number in an address, in its canonical form: without a sign or leading zeros. */
export const parseId = (text: string | undefined): number | undefined =>
  /^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : undefined;
/**
 * The page number in an address, which page 1 leaves out; undefined when it isn't in canonical
 * form.
 */
export const parsePage = (text: string | undefined): number | undefined =>
  text === undefined || text === '' ? 1 : text === '1' ? undefined : parseId(text);

/**
 * The address of the administrators' login, which returns to an address of this site (R19).
 * `fresh`: the provider asks for the password even of somebody who is logged in there.
 */
export function adminLoginPath(origin: string, back: string, fresh: boolean): string {
  const login = '/admin/admin/api/manager';
  const callback = `${origin}${login}/callback`;
  const query = { return_url: back, redirect_url: callback, ...(fresh ? { fresh: '1' } : {}) };
  return `${login}?${new URLSearchParams(query)}`;
}
