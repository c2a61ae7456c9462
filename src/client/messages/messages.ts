import { MESSAGE_CATEGORIES, type MessageCategoryId } from '#contracts/message-categories.ts';
import type { ContentPage } from '../account/my-content.ts';
import { call } from '../core/api.ts';
import { type ReceivedMessage, toMessage } from './message-from-wire.ts';
import { countAsRead } from './unread-counts.ts';

export const MESSAGES_PER_PAGE = 20;

/** By category; 0 is all. */
export const MESSAGE_TABS = [
  0,
  MESSAGE_CATEGORIES.threads,
  MESSAGE_CATEGORIES.posts,
  MESSAGE_CATEGORIES.mentions,
  MESSAGE_CATEGORIES.system,
] as const;
export type MessageTab = (typeof MESSAGE_TABS)[number];

/** `page` counts from 1. Throws Failure. */
export async function loadMessages(
  category: MessageTab,
  page: number,
  limit = MESSAGES_PER_PAGE,
): Promise<ContentPage<ReceivedMessage>> {
  const query = { category, offset: page - 1, limit };
  const { data, total_count } = await call('GET /v1/user/msg', { query });
  return { items: data.map(toMessage), total: total_count };
}

/** Finishes even after the page closes. Throws Failure. */
export async function markMessageRead({ id, category }: ReceivedMessage): Promise<void> {
  countAsRead(category as MessageCategoryId, 'one');
  await call('GET /v1/user/msg/read', { query: { id }, keepalive: true });
}

/** Throws Failure. */
export async function markAllRead(category: MessageTab): Promise<void> {
  const categories: readonly number[] = category === 0 ? MESSAGE_TABS.slice(1) : [category];
  for (const singleCategory of categories)
    await call('GET /v1/user/msg/readAll', { query: { category: singleCategory } });
  countAsRead(category, 'all');
}

/** Finishes even after the page closes. Throws Failure. */
export async function deleteMessage({ id }: ReceivedMessage): Promise<void> {
  await call('DELETE /v1/user/msg', { query: { id }, keepalive: true });
}
