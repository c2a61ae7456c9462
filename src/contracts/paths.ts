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
 * What the addresses of a site in a language begin with; below it, both sites have the same pages.
 */
export type Root = Lang | `phone/${Lang}`;
export const rootOf = (area: Area, lang: Lang): Root => (area === 'phone' ? `phone/${lang}` : lang);
export const ROOTS: readonly Root[] = AREAS.flatMap((area) =>
  LANGS.map((lang) => rootOf(area, lang)),
);

/** For regular expressions: any of the roots. */
export const ANY_ROOT = ROOTS.join('|');

export interface ParsedPath {
  root: Root;
  area: Area;
  lang: Lang;
  /** The segments below the root. */
  rest: string[];
}

/** Takes a page's path apart; undefined for paths outside of the two sites. */
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
 * Reads the segments after /{root} or /{root}/forum/{id}; undefined when they aren't an address in
 * canonical form.
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
export const ABOUT_TOPICS = ['guidelines', 'privacy', 'open-data'] as const;
export const aboutPath = (root: Root, topic: (typeof ABOUT_TOPICS)[number]): string =>
  `/${root}/about/${topic}`;

/**
 * Pages without content of their own: an island fills them for the reader. Those below `me` are for
 * people who are logged in.
 */
export const CLIENT_PAGES = [
  'search',
  'new',
  'edit',
  'me/messages',
  'me/letters',
  'me/favourites',
  'me/drafts',
  'me/threads',
  'me/replies',
  'me/settings',
] as const;
export type ClientPage = (typeof CLIENT_PAGES)[number];
export type MemberPage = Extract<ClientPage, `me/${string}`>;
export const isMemberPage = (room: ClientPage): room is MemberPage => room.startsWith('me/');
/** The name of a room in the dictionaries, below `room.`. */
export type ClientPageKey = ClientPage extends infer One
  ? One extends `me/${infer Name}`
    ? Name
    : One
  : never;
export const clientPageKey = (room: ClientPage): ClientPageKey =>
  room.replace('me/', '') as ClientPageKey;
/** `query`: what a room is asked for; the page is the same file for all of them. */
export function clientPagePath(
  root: Root,
  room: ClientPage,
  query: Readonly<Record<string, string | number>> = {},
): string {
  const queryString = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)]),
  ).toString();
  return `/${root}/${room}${queryString && `?${queryString}`}`;
}

/** Of the phone's site alone: the ways to what is one's own, behind its last tab. */
export const mePath = (root: Root): string => `/${root}/me`;

/**
 * What phones show for a page that they have never seen, while there is no network; of the phone's
 * site alone.
 */
export const offlinePath = (root: Root): string => `/${root}/offline`;
/** What a phone reads to put the forum among its apps. */
export const manifestPath = (lang: Lang): string => `/${rootOf('phone', lang)}/app.webmanifest`;
/**
 * The script that keeps what was read on phones, by the name by which browsers look for a newer
 * one.
 */
export const SERVICE_WORKER_PATH = '/phone-sw.js';
/** Below it, where scripts/build/app-icons.ts leaves the forum's mark for phones' home screens. */
export const APP_ICONS_PATH = '/assets/app';
/**
 * What browsers ask for where nothing names an icon: plain answers of the API, feeds, pictures.
 * Pages carry their icon themselves.
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
/** Names the element of a reply on its page. */
export const replyAnchor = (postId: number): string => `p${postId}`;
/** A reply's permanent address: the server finds its page, wherever it is by then. */
export const replyPermalink = (root: Root, threadId: number, postId: number): string =>
  `/${root}/post/${threadId}?postId=${postId}#${replyAnchor(postId)}`;
/** Where a reply is now. */
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

/** A number in an address, in the one way to write it: no sign, no zero in front. */
export const parseId = (text: string | undefined): number | undefined =>
  /^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : undefined;
/** The page in an address: page 1 says nothing; undefined when it isn't the one way to write it. */
export const parsePage = (text: string | undefined): number | undefined =>
  text === undefined || text === '' ? 1 : text === '1' ? undefined : parseId(text);
