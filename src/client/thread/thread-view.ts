import { atom } from 'nanostores';
import { REPLIES_PER_PAGE } from '#contracts/limits.ts';
import { REPLY_ORDERS, type ReplyOrder } from '#contracts/list-orders.ts';
import type { PostWire } from '#contracts/wire/post.ts';
import { call } from '../core/api.ts';
import { initReaction, markAsOwn } from './reactions.ts';

/** Order and filter of replies. The published view (all authors, oldest first) needs no call. */
export interface ThreadView {
  onlyAuthor: boolean;
  order: ReplyOrder;
  /** From 1. */
  page: number;
}

/** Words of the query parameter: `?replies=author-newest`. */
const AUTHOR_WORD = 'author';
const ORDER_WORDS = { asc: '', desc: 'newest', likes: 'helpful' } as const satisfies Record<
  ReplyOrder,
  string
>;

function readView(): ThreadView {
  const query = new URLSearchParams(location.search);
  const words = (query.get('replies') ?? '').split('-');
  return {
    onlyAuthor: words.includes(AUTHOR_WORD),
    order: REPLY_ORDERS.find((order) => words.includes(ORDER_WORDS[order])) ?? 'asc',
    page: Math.max(1, Math.floor(Number(query.get('part')) || 1)),
  };
}

/** The address can be shared, and a reload restores the view. */
function writeView({ onlyAuthor, order, page }: ThreadView): void {
  const url = new URL(location.href);
  const words = [onlyAuthor && AUTHOR_WORD, ORDER_WORDS[order]].filter(Boolean).join('-');
  url.searchParams.delete('replies');
  url.searchParams.delete('part');
  if (words) url.searchParams.set('replies', words);
  if (words && page > 1) url.searchParams.set('part', String(page));
  history.replaceState(history.state, '', url);
}

export const $threadView = atom<ThreadView>(readView());

/** Replies that replace the published ones, if any. */
export const $filteredReplyIds = atom<readonly number[] | undefined>(undefined);
/** Incremented to reload the replies. */
export const $repliesReload = atom(0);
export const reloadReplies = (): void => $repliesReload.set($repliesReload.get() + 1);

export const isPublishedView = ({ onlyAuthor, order }: ThreadView): boolean =>
  !onlyAuthor && order === 'asc';

/** Another order or filter begins at page 1. */
export function changeThreadView(change: Partial<ThreadView>): void {
  const view = { ...$threadView.get(), page: 1, ...change };
  writeView(view);
  $threadView.set(view);
}

export interface RepliesPage {
  posts: readonly PostWire[];
  pages: number;
  total: number;
}

/** Throws Failure. */
export async function loadReplies(
  threadId: number,
  authorId: number,
  { onlyAuthor, order, page }: ThreadView,
): Promise<RepliesPage> {
  const query = {
    id: threadId,
    offset: page - 1,
    limit: REPLIES_PER_PAGE,
    order,
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
