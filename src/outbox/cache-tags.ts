import { REPLIES_PER_PAGE } from '#contracts/limits.ts';
import type { Order } from '#contracts/list-orders.ts';

/** Threads in one part of the sitemap, by id. */
export const THREADS_PER_SITEMAP = 10_000;

type TagValue = number | string;
/** A kind of tags; call it with values for a tag. */
interface TagKind<Values extends readonly TagValue[]> {
  (...values: Values): string;
  /** SQL of a tag, given SQL for each value. */
  sql(...values: { [Index in keyof Values]: string }): string;
  /** The numbers in a tag; undefined for another kind. */
  parse(tag: string): { [Index in keyof Values]: number } | undefined;
}

/** `format`: for PostgreSQL's function, with `%s` for each value. */
function tagKind<Values extends readonly TagValue[]>(format: string): TagKind<Values> {
  const pattern = new RegExp(`^${format.replaceAll('%s', String.raw`(\d+)`)}$`);
  const build = (...values: Values) => {
    let next = 0;
    return format.replaceAll('%s', () => String(values[next++]));
  };
  const sql = (...values: readonly string[]) => `format(${[`'${format}'`, ...values].join(', ')})`;
  const parse = (tag: string) => pattern.exec(tag)?.slice(1).map(Number);
  return Object.assign(build, { sql, parse }) as unknown as TagKind<Values>;
}

const sitemapPart = tagKind<[part: number]>('sitemap:%s');

/*
 * Tags name the data that pages are made from. A page's loader reports its tags, and a write
 * invalidates tags in its transaction. Tags are so fine that a write's cost doesn't grow with the
 * forum. Only this file spells them.
 */
export const cacheTag = {
  /** Thread data on all its pages: subject, marks, forum. */
  thread: tagKind<[id: number]>('t:%s'),
  threadPage: tagKind<[id: number, page: number]>('t:%s:p%s'),
  /** A page that didn't exist before; no page carries it: it triggers the first rendering. */
  newThreadPage: tagKind<[id: number, page: number]>('t:%s:p%s:new'),
  /** The exact number of pages. */
  threadPages: tagKind<[id: number]>('t:%s:pages'),
  /** The number of pages on a long thread's middle pages (contracts/thread-page-count.ts). */
  threadPagesStep: tagKind<[id: number]>('t:%s:pages:step'),
  /** Counts on the first page: views, likes, favourites. */
  threadCounts: tagKind<[id: number]>('t:%s:n'),
  threadRow: tagKind<[id: number]>('r:%s'),
  /** First page of a list: its threads. `forum` 0 is the home page. */
  threadList: tagKind<[forum: number, order: Order | 'pinned']>('l:%s:%s'),
  forum: tagKind<[id: number]>('f:%s'),
  /** Names and order of sections and forums. */
  forums: tagKind<[]>('forums'),
  today: tagKind<[]>('today'),
  user: tagKind<[id: number]>('u:%s'),
  /** A person's page: numbers, threads, replies. */
  userPage: tagKind<[id: number]>('u:%s:page'),
  /** A group's name, on its members' pages. */
  group: tagKind<[id: number]>('g:%s'),
  config: tagKind<[field: string]>('c:%s'),
  sitemap: tagKind<[]>('sitemap'),
  /** The part of the sitemap with a thread. */
  sitemapPart: (threadId: number) => sitemapPart(Math.floor(threadId / THREADS_PER_SITEMAP)),
  /** Other pages that name a thread: they may lag, but must not name a withheld one. */
  threadMention: tagKind<[id: number]>('t:%s:named'),
} as const;

/** SQL of the tag of a reply's page, given SQL for thread and floor. */
export const floorPageTagSql = (
  threadId: string,
  floor: string,
  kind: typeof cacheTag.threadPage = cacheTag.threadPage,
): string => kind.sql(threadId, `greatest(1, ceil(${floor} / ${REPLIES_PER_PAGE}.0)::int)`);

const KINDS_OF_OWN_PAGES = [
  cacheTag.thread,
  cacheTag.threadPage,
  cacheTag.newThreadPage,
  cacheTag.threadPages,
  cacheTag.threadPagesStep,
  cacheTag.threadCounts,
];

/** The thread whose own pages have this tag; undefined for other tags. */
export const threadIdOfTag = (tag: string): number | undefined =>
  KINDS_OF_OWN_PAGES.map((kind) => kind.parse(tag)?.[0]).find((id) => id !== undefined);
