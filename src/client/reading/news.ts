import type { NewsList } from '#contracts/watching.ts';
import type { NewsListWire, NewsThreadWire, NewsWire } from '#contracts/wire/reading.ts';
import { call } from '../core/api.ts';
import { flushReads } from './reads.ts';

/* What is new where the reader watches. All throw Failure. */

export async function loadNews(): Promise<NewsWire> {
  await flushReads();
  return (await call('GET /v2/user/news')).data;
}

/** A list with its next rows. What has moved to the top meanwhile isn't listed twice. */
export async function loadMoreNews(of: NewsList, list: NewsListWire): Promise<NewsListWire> {
  if (list.next === null) return list;
  const { data } = await call('GET /v2/user/news', { query: { of, after: list.next } });
  const known = new Set(list.items.map(({ id }) => id));
  const others = data[of].items.filter(({ id }) => !known.has(id));
  return { items: [...list.items, ...others], next: data[of].next };
}

/** Marks all of a thread as read that was there when it was listed. */
export async function markNewsRead({ id, last_floor }: NewsThreadWire): Promise<void> {
  await call('POST /v2/user/read', { body: { threads: [{ id, floor: last_floor }] } });
}

/** Takes that back: it is read as far as it was, or new. */
export async function markNewsUnread({ id, read_floor }: NewsThreadWire): Promise<void> {
  const floor = read_floor < 0 ? null : read_floor + 1;
  await call('POST /v2/user/mark-unread', { body: { thread_id: id, floor } });
}
