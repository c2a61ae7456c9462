import { atom } from 'nanostores';
import { REPLIES_PER_PAGE } from '#contracts/limits.ts';
import type { PostWire } from '#contracts/wire/post.ts';
import { call } from '../client/api.ts';
import { initReaction, markAsOwn } from './reactions.ts';

/**
 * The order and filter of a thread's replies. The published view, of all authors and oldest first,
 * needs no call.
 */
export interface ThreadView {
  onlyAuthor: boolean;
  newestFirst: boolean;
  /** The page, from 1. */
  page: number;
}

const PUBLISHED_VIEW: ThreadView = { onlyAuthor: false, newestFirst: false, page: 1 };
export const $threadView = atom<ThreadView>(PUBLISHED_VIEW);

/**
 * Ids of the replies that replace the published ones; undefined while the published ones are shown.
 */
export const $filteredReplyIds = atom<readonly number[] | undefined>(undefined);
/** Rises when the replies are to be loaded again. */
export const $repliesReload = atom(0);
export const reloadReplies = (): void => $repliesReload.set($repliesReload.get() + 1);

export const isPublishedView = ({ onlyAuthor, newestFirst }: ThreadView): boolean =>
  !onlyAuthor && !newestFirst;

/** Changes the view; another order or filter begins at page 1. */
export const changeThreadView = (change: Partial<ThreadView>): void =>
  $threadView.set({ ...$threadView.get(), page: 1, ...change });

export interface RepliesPage {
  posts: readonly PostWire[];
  pages: number;
  total: number;
}

/** Loads the replies of a view. Throws Failure. */
export async function loadReplies(
  threadId: number,
  authorId: number,
  { onlyAuthor, newestFirst, page }: ThreadView,
): Promise<RepliesPage> {
  const query = {
    id: threadId,
    offset: page - 1,
    limit: REPLIES_PER_PAGE,
    order: newestFirst ? ('desc' as const) : ('asc' as const),
    user_id: onlyAuthor ? authorId : undefined,
  };
  const { data, total_count } = await call('GET /v1/thread/post/list', { query });
  for (const { id, like_cnt, is_up } of data) {
    initReaction('like-post', id, like_cnt);
    if (is_up) markAsOwn('like-post', id);
  }
  return {
    posts: data,
    pages: Math.max(1, Math.ceil(total_count / REPLIES_PER_PAGE)),
    total: total_count,
  };
}
