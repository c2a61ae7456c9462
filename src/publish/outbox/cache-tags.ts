import type { Order } from '#contracts/list-orders.ts';

/** Threads in one part of the sitemap, by their numbers. */
export const THREADS_PER_SITEMAP = 10_000;

/*
 * Tags name what pages are made from. A page's loader reports the tags that the page uses. A write
 * invalidates the tags that it changes, in its own transaction (invalidation.ts). The publisher
 * renders the pages that carry them. Tags are so fine that the cost of a write doesn't grow with
 * the forum or the thread.
 */
export const cacheTag = {
  /** What all pages of a thread show of it: subject, marks, forum. */
  thread: (id: number) => `t:${id}`,
  /** Replies of one page of a thread. */
  threadPage: (id: number, page: number) => `t:${id}:p${page}`,
  /** A page that there was none of before; carried by none: it orders the first rendering. */
  newThreadPage: (id: number, page: number) => `t:${id}:p${page}:new`,
  /** How many pages it has; carried by the first page and the last three. */
  threadPages: (id: number) => `t:${id}:pages`,
  /** Counts on the first page: views, likes, favourites. */
  threadCounts: (id: number) => `t:${id}:n`,
  /** A thread's row in lists. */
  threadRow: (id: number) => `r:${id}`,
  /** First page of a list: which threads are in it. `forum` 0 is the home page. */
  threadList: (forum: number, order: Order | 'pinned') => `l:${forum}:${order}`,
  forum: (id: number) => `f:${id}`,
  /** Names and order of sections and forums. */
  forums: () => 'forums',
  /** Counts of today. */
  today: () => 'today',
  user: (id: number) => `u:${id}`,
  /** What stands on a person's page: numbers, threads, replies. */
  userPage: (id: number) => `u:${id}:page`,
  /** A group's name, on the pages of its people. */
  group: (id: number) => `g:${id}`,
  config: (field: string) => `c:${field}`,
  sitemap: () => 'sitemap',
  /** The part of the sitemap that has a thread. */
  sitemapPart: (threadId: number) => `sitemap:${Math.floor(threadId / THREADS_PER_SITEMAP)}`,
  /**
   * Pages that name a thread beside their own: they needn't follow it, but must not name what was
   * taken away.
   */
  threadMention: (id: number) => `t:${id}:named`,
} as const;

/** The thread whose own pages a tag is of; undefined for other tags. */
export function threadIdOfTag(tag: string): number | undefined {
  const [, id, part] = /^t:(\d+)(?::(\w+))?/.exec(tag) ?? [];
  return id === undefined || part === 'named' ? undefined : Number(id);
}
