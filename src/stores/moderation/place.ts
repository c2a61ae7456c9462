import { atom } from 'nanostores';
import type { infer as Infer } from 'zod';
import type { ModeratedForumReplyWire, ModeratedForumWire, ModeratedThreadReplyWire, ModeratedThreadWire, Moderating } from '#contracts/wire/moderating.ts';
import { call } from '../api.ts';
import type { ActName } from './acts.ts';

/* The page as its moderators see it: what they may do there, and what others don't see. */

/** The thread of this page, or of this address when it isn't shown; undefined where the reader doesn't moderate. */
export const $thread = atom<ModeratedThreadWire | undefined>(undefined);
/** The forum of this page. */
export const $forum = atom<ModeratedForumWire | undefined>(undefined);

/** What the reader may do on this page. */
export const mayHere = (right: Moderating): boolean => ($thread.get() ?? $forum.get())?.rights.includes(right) ?? false;

const NEEDS: Partial<Record<ActName, Moderating>> = {
  delete: 'thread.delete',
  hide: 'thread.delete',
  restore: 'thread.delete',
  approve: 'thread.edit',
  reject: 'thread.edit',
  close: 'thread.close',
  open: 'thread.close',
  move: 'thread.move',
  split: 'thread.move',
  unmerge: 'thread.move',
  feature: 'post.feature',
  unfeature: 'post.feature',
};

/** Whether the reader may do this on this page; marks that aren't named are pins and digests. */
export const mayAct = (act: ActName): boolean => mayHere(NEEDS[act] ?? 'thread.mark');

/** `replies`: those that stand in place of the page's own. Throws Failure. */
export async function loadThread(id: number, page: number, replies: readonly number[] = []): Promise<void> {
  const { data } = await call<Infer<typeof ModeratedThreadReplyWire>>('/v2/moderation/thread', { query: { id, page, posts: replies.join(',') }, quiet: true });
  $thread.set(data ?? undefined);
}

/** Throws Failure. */
export async function loadForum(id: number): Promise<void> {
  const { data } = await call<Infer<typeof ModeratedForumReplyWire>>('/v2/moderation/forum', { query: { id }, quiet: true });
  $forum.set(data ?? undefined);
}

/** A thread that the reader moderates, by its number; undefined when there is none. Throws Failure. */
export const findThread = async (id: number): Promise<ModeratedThreadWire | undefined> => (await call<Infer<typeof ModeratedThreadReplyWire>>('/v2/moderation/thread', { query: { id } })).data ?? undefined;
