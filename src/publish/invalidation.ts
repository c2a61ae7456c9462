import type { Removal } from '#contracts/removals.ts';
import type { Db } from '#db/client.ts';
import { type Runner, statement, toRunner } from '#db/statement.ts';

/** Threads in one part of the sitemap, by their numbers. */
export const THREADS_PER_SITEMAP = 10_000;

/*
 * Tags name what pages are made from. A page's loader says which it used; a write says which it
 * changed, in its own transaction; the publisher renders the pages that carry them. Fine enough
 * that a write's cost doesn't grow with the forum or the thread.
 */
export const cacheTag = {
  /** What all pages of a thread show of it: subject, marks, forum. */
  thread: (id: number) => `t:${id}`,
  /** Replies of one page of a thread. */
  threadPage: (id: number, page: number) => `t:${id}:p${page}`,
  /** How many pages it has; carried by the first page and the last three. */
  threadPages: (id: number) => `t:${id}:pages`,
  /** Counts on the first page: views, likes, favourites. */
  threadCounts: (id: number) => `t:${id}:n`,
  /** A thread's row in lists. */
  threadRow: (id: number) => `r:${id}`,
  /** First page of a list: which threads are in it. `forum` 0 is the home page. */
  threadList: (forum: number, order: 'latest' | 'newest' | 'hot' | 'digest' | 'pinned') =>
    `l:${forum}:${order}`,
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

/**
 * Order of the publisher, and how long it may gather touches of that kind: see publish/README in
 * decisions.
 */
export const urgency = { takedown: 0, moderation: 1, post: 2, list: 3, counts: 4 } as const;
export type Urgency = (typeof urgency)[keyof typeof urgency];

export interface Invalidation {
  tag: string;
  urgency: Urgency;
}

export const toInvalidations = (level: Urgency, ...tags: string[]): Invalidation[] =>
  tags.map((one) => ({ tag: one, urgency: level }));

export const INVALIDATION_CHANNEL = 'touched';

const insertInvalidations = statement<
  unknown,
  { tags: readonly string[]; levels: readonly number[]; wakes: string }
>(`
  with added as (
    insert into touched_tag (tag, urgency)
    select *
    from unnest(:tags::text[], :levels::smallint[])
  )
  select pg_notify('${INVALIDATION_CHANNEL}', :wakes)`);

/**
 * Orders the pages that carry these tags to be rendered again, when the writer's transaction
 * commits.
 */
export async function invalidate(
  tx: Db | Runner,
  invalidations: readonly Invalidation[],
): Promise<void> {
  if (invalidations.length === 0) return;
  const urgencies = invalidations.map((one) => one.urgency);
  await insertInvalidations(toRunner(tx), {
    tags: invalidations.map((one) => one.tag),
    levels: urgencies,
    wakes: [...new Set(urgencies)].join(),
  });
}

/**
 * Says, when the writer's transaction commits, that something was taken away: whoever shows it live
 * takes it from the screen. One notification each, a small JSON text.
 */
export const REMOVAL_CHANNEL = 'gone';

const notifyRemovals = statement<unknown, { payloads: readonly string[] }>(
  `select pg_notify('${REMOVAL_CHANNEL}', payload) from unnest(:payloads::text[]) payload`,
);

export async function announceRemovals(
  tx: Db | Runner,
  removals: readonly Removal[],
): Promise<void> {
  if (removals.length > 0)
    await notifyRemovals(toRunner(tx), { payloads: removals.map((one) => JSON.stringify(one)) });
}
