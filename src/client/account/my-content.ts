import type { ForumBriefWire } from '#contracts/wire/forum.ts';
import type { ThreadListItemWire } from '#contracts/wire/own-content.ts';
import { call } from '../core/api.ts';
import { $reactions, reactionKey } from '../thread/reactions.ts';

/* Calls for the reader's favourites, threads and replies. All throw Failure. */

export const MY_CONTENT_PER_PAGE = 20;

export interface ContentPage<Item> {
  items: readonly Item[];
  total: number;
}

/** The wire has a period's index. */
export const CONTENT_PERIODS = ['all', 'week', 'month', 'year'] as const;
export type ContentPeriod = (typeof CONTENT_PERIODS)[number];

const pageQuery = (page: number) => ({ offset: page - 1, limit: MY_CONTENT_PER_PAGE });
const periodQuery = (period: ContentPeriod, page: number) => ({
  ...pageQuery(page),
  date_type: CONTENT_PERIODS.indexOf(period),
  withheld: '1' as const,
});

function setFavouriteStates(
  kind: 'favourite-thread' | 'favourite-forum',
  items: readonly { id: number; favourite_cnt: number }[],
): void {
  for (const { id, favourite_cnt } of items)
    $reactions.setKey(reactionKey(kind, id), { on: true, count: favourite_cnt });
}

export async function loadFavouriteThreads(page: number): Promise<ContentPage<ThreadListItemWire>> {
  const { data, total_count } = await call('GET /v1/user/favorite', {
    query: { idtype: 'tid', ...pageQuery(page) },
  });
  const items = data.map(({ thread }) => thread);
  setFavouriteStates('favourite-thread', items);
  return { items, total: total_count };
}

export async function loadFavouriteForums(): Promise<ContentPage<ForumBriefWire>> {
  const { data } = await call('GET /v1/forum/favorite/list');
  setFavouriteStates('favourite-forum', data);
  return { items: data, total: data.length };
}

const toContentPage = <Item>(reply: { data: Item[]; total_count: number }): ContentPage<Item> => ({
  items: reply.data,
  total: reply.total_count,
});

export const loadMyThreads = async (period: ContentPeriod, page: number) =>
  toContentPage(await call('GET /v1/user/thread', { query: periodQuery(period, page) }));

export const loadMyReplies = async (period: ContentPeriod, page: number) =>
  toContentPage(await call('GET /v1/user/post', { query: periodQuery(period, page) }));
