import { atom } from 'nanostores';
import type { infer as Infer } from 'zod';
import { PAGES_AT_ONCE } from '#contracts/limits.ts';
import type {
  ModeratedForumReplyWire,
  ModeratedForumWire,
  ModeratedThreadReplyWire,
  ModeratedThreadWire,
  Moderating,
  WithheldPostWire,
} from '#contracts/wire/moderating.ts';
import { call } from '../api.ts';
import type { ActName } from './acts.ts';

/* The page as its moderators see it: what they may do there, and what others don't see. */

/**
 * The thread of this page, or of this address when it isn't shown; undefined where the reader
 * doesn't moderate.
 */
export const $thread = atom<ModeratedThreadWire | undefined>(undefined);
/** The forum of this page. */
export const $forum = atom<ModeratedForumWire | undefined>(undefined);

/** What the reader may do on this page. */
export const mayHere = (right: Moderating): boolean =>
  ($thread.get() ?? $forum.get())?.rights.includes(right) ?? false;

const NEEDS: Partial<Record<ActName, Moderating>> = {
  delete: 'thread.delete',
  hide: 'thread.delete',
  restore: 'thread.delete',
  approve: 'thread.edit',
  reject: 'thread.edit',
  close: 'thread.close',
  open: 'thread.close',
  resolve: 'thread.close',
  unresolve: 'thread.close',
  move: 'thread.move',
  split: 'thread.move',
  unmerge: 'thread.move',
  feature: 'post.feature',
  unfeature: 'post.feature',
};

/** Whether the reader may do this on this page; marks that aren't named are pins and digests. */
export const mayPerform = (act: ActName): boolean => mayHere(NEEDS[act] ?? 'thread.mark');

/** Pages of a thread, from 1, that stand below each other. */
export interface Pages {
  page: number;
  last: number;
}

const askThread = async (query: {
  id: number;
  page: number;
  last?: number;
  posts?: string;
}): Promise<ModeratedThreadWire | undefined> =>
  (
    await call<Infer<typeof ModeratedThreadReplyWire>>('/v2/moderation/thread', {
      query,
      quiet: true,
    })
  ).data ?? undefined;

async function askPages(
  id: number,
  { page, last }: Pages,
): Promise<ModeratedThreadWire | undefined> {
  const data = await askThread({ id, page, last: Math.min(last, page + PAGES_AT_ONCE - 1) });
  if (!data || last < page + PAGES_AT_ONCE) return data;
  const rest = await askPages(id, { page: page + PAGES_AT_ONCE, last });
  return { ...data, withheld: [...data.withheld, ...(rest?.withheld ?? [])] };
}

let asked = 0;

/**
 * `replies`: those that stand in place of the pages' own. An answer that was overtaken is dropped.
 * Throws Failure.
 */
export async function loadThread(
  id: number,
  pages: Pages,
  replies: readonly number[] = [],
): Promise<void> {
  const mine = ++asked;
  const thread = await (replies.length > 0
    ? askThread({ id, page: pages.page, posts: replies.join(',') })
    : askPages(id, pages));
  if (mine === asked) $thread.set(thread);
}

/** For pages that have joined those of the thread. Throws Failure. */
export async function loadJoined(id: number, pages: Pages): Promise<void> {
  const joined = await askPages(id, pages);
  const thread = $thread.get();
  if (!thread || !joined) return;
  const isKnown = ({ kind, id }: WithheldPostWire) =>
    thread.withheld.some((one) => one.kind === kind && one.id === id);
  $thread.set({
    ...thread,
    withheld: [...thread.withheld, ...joined.withheld.filter((one) => !isKnown(one))],
  });
}

/** Throws Failure. */
export async function loadForum(id: number): Promise<void> {
  const { data } = await call<Infer<typeof ModeratedForumReplyWire>>('/v2/moderation/forum', {
    query: { id },
    quiet: true,
  });
  $forum.set(data ?? undefined);
}

/**
 * A thread that the reader moderates, by its number; undefined when there is none. Throws Failure.
 */
export const findThread = async (id: number): Promise<ModeratedThreadWire | undefined> =>
  (await call<Infer<typeof ModeratedThreadReplyWire>>('/v2/moderation/thread', { query: { id } }))
    .data ?? undefined;
