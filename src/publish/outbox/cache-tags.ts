import { REPLIES_PER_PAGE } from '#contracts/limits.ts';
import type { Order } from '#contracts/list-orders.ts';

/** Threads in one part of the sitemap, by their numbers. */
export const THREADS_PER_SITEMAP = 10_000;

type TagValue = number | string;
/** A kind of tags, called with its values for a tag of this kind. */
interface TagKind<Values extends readonly TagValue[]> {
  (...values: Values): string;
  /** SQL of a tag of this kind, of SQL for each of its values. */
  sql(...values: { [Index in keyof Values]: string }): string;
  /** The numbers in a tag; undefined for one of another kind. */
  parse(tag: string): { [Index in keyof Values]: number } | undefined;
}

/** `format`: as PostgreSQL's function has it, with `%s` for each value. */
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
 * Tags name what pages are made from. A page's loader reports the tags that the page uses. A write
 * invalidates the tags that it changes, in its own transaction (invalidation.ts). The publisher
 * renders the pages that carry them. Tags are so fine that the cost of a write doesn't grow with
 * the forum or the thread. No other file spells one.
 */
export const cacheTag = {
  /** What all pages of a thread show of it: subject, marks, forum. */
  thread: tagKind<[id: number]>('t:%s'),
  /** Replies of one page of a thread. */
  threadPage: tagKind<[id: number, page: number]>('t:%s:p%s'),
  /** A page that there was none of before; carried by none: it orders the first rendering. */
  newThreadPage: tagKind<[id: number, page: number]>('t:%s:p%s:new'),
  /** How many pages it has; carried by the first page and the last three. */
  threadPages: tagKind<[id: number]>('t:%s:pages'),
  /** Counts on the first page: views, likes, favourites. */
  threadCounts: tagKind<[id: number]>('t:%s:n'),
  /** A thread's row in lists. */
  threadRow: tagKind<[id: number]>('r:%s'),
  /** First page of a list: which threads are in it. `forum` 0 is the home page. */
  threadList: tagKind<[forum: number, order: Order | 'pinned']>('l:%s:%s'),
  forum: tagKind<[id: number]>('f:%s'),
  /** Names and order of sections and forums. */
  forums: tagKind<[]>('forums'),
  /** Counts of today. */
  today: tagKind<[]>('today'),
  user: tagKind<[id: number]>('u:%s'),
  /** What stands on a person's page: numbers, threads, replies. */
  userPage: tagKind<[id: number]>('u:%s:page'),
  /** A group's name, on the pages of its people. */
  group: tagKind<[id: number]>('g:%s'),
  config: tagKind<[field: string]>('c:%s'),
  sitemap: tagKind<[]>('sitemap'),
  /** The part of the sitemap that has a thread. */
  sitemapPart: (threadId: number) => sitemapPart(Math.floor(threadId / THREADS_PER_SITEMAP)),
  /**
   * Pages that name a thread beside their own: they needn't follow it, but must not name what was
   * taken away.
   */
  threadMention: tagKind<[id: number]>('t:%s:named'),
} as const;

/** SQL of the tag of the page that has a thread's reply, of SQL for the thread and the floor. */
export const floorPageTagSql = (
  threadId: string,
  floor: string,
  kind: typeof cacheTag.threadPage = cacheTag.threadPage,
): string => kind.sql(threadId, `greatest(1, ceil(${floor} / ${REPLIES_PER_PAGE}.0)::int)`);

const { thread, threadPage, newThreadPage, threadPages, threadCounts } = cacheTag;
const KINDS_OF_OWN_PAGES = [thread, threadPage, newThreadPage, threadPages, threadCounts];

/** The thread whose own pages a tag is of; undefined for other tags. */
export const threadIdOfTag = (tag: string): number | undefined =>
  KINDS_OF_OWN_PAGES.map((kind) => kind.parse(tag)?.[0]).find((id) => id !== undefined);
