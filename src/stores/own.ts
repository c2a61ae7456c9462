import type { infer as Infer } from 'zod';
import type { FavouriteForumsReplyWire, ForumBriefWire } from '#contracts/wire/forum.ts';
import type {
  FavouritesReplyWire,
  ListedThreadWire,
  UserPostsReplyWire,
  UserPostWire,
  UserThreadsReplyWire,
} from '#contracts/wire/member.ts';
import { call } from './api.ts';
import { $marks, reactionKey } from './reactions.ts';

/* What the reader keeps and has written. All throw Failure. */

/** Entries on a page. */
export const OWN_PER_PAGE = 20;

export interface OwnPage<Item> {
  items: readonly Item[];
  total: number;
}

/** How far back; by the numbers that the wire has for them. */
export const OWN_PERIODS = ['all', 'week', 'month', 'year'] as const;
export type OwnPeriod = (typeof OWN_PERIODS)[number];

const paged = (page: number) => ({ offset: page - 1, limit: OWN_PER_PAGE });
const written = (period: OwnPeriod, page: number) => ({
  ...paged(page),
  date_type: OWN_PERIODS.indexOf(period),
  withheld: 1,
});

/** Lists of favourites hold only such. */
function keepMarks(
  kind: 'favourite-thread' | 'favourite-forum',
  items: readonly { id: number; favourite_cnt: number }[],
): void {
  for (const { id, favourite_cnt } of items)
    $marks.setKey(reactionKey(kind, id), { on: true, count: favourite_cnt });
}

export async function favouriteThreads(page: number): Promise<OwnPage<ListedThreadWire>> {
  const { data, total_count } = await call<FavouritesReplyWire>('/v1/user/favorite', {
    query: { idtype: 'tid', ...paged(page) },
  });
  const items = data.map(({ thread }) => thread);
  keepMarks('favourite-thread', items);
  return { items, total: total_count };
}

export async function favouriteForums(): Promise<OwnPage<ForumBriefWire>> {
  const { data } = await call<Infer<typeof FavouriteForumsReplyWire>>('/v1/forum/favorite/list');
  keepMarks('favourite-forum', data);
  return { items: data, total: data.length };
}

export async function ownThreads(
  period: OwnPeriod,
  page: number,
): Promise<OwnPage<ListedThreadWire>> {
  const { data, total_count } = await call<UserThreadsReplyWire>('/v1/user/thread', {
    query: written(period, page),
  });
  return { items: data, total: total_count };
}

export async function ownReplies(period: OwnPeriod, page: number): Promise<OwnPage<UserPostWire>> {
  const { data, total_count } = await call<UserPostsReplyWire>('/v1/user/post', {
    query: written(period, page),
  });
  return { items: data, total: total_count };
}
