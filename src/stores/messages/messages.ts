import type { MessagesReplyWire, MessageWire } from '#contracts/wire/own-content.ts';
import { call } from '../client/api.ts';
import { countAsRead, type UnreadCategory } from './unread-counts.ts';

/** Messages on a page. */
export const MESSAGES_PER_PAGE = 20;

/** Categories that the page of messages has, 0 for all of them. */
export const MESSAGE_CATEGORIES = [0, 1, 2, 6, 3] as const;
export type MessageCategory = (typeof MESSAGE_CATEGORIES)[number];

/** `page` counts from 1. Throws Failure. */
export const loadMessages = (category: MessageCategory, page: number): Promise<MessagesReplyWire> =>
  call('/v1/user/msg', { query: { category, offset: page - 1, limit: MESSAGES_PER_PAGE } });

/** Goes on when the page is left meanwhile. Throws Failure. */
export async function markMessageRead({ id, category }: MessageWire): Promise<void> {
  countAsRead(category as UnreadCategory, 'one');
  await call('/v1/user/msg/read', { query: { id }, keepalive: true });
}

/** Throws Failure. */
export async function markAllRead(category: MessageCategory): Promise<void> {
  const categories: readonly number[] = category === 0 ? MESSAGE_CATEGORIES.slice(1) : [category];
  for (const singleCategory of categories)
    await call('/v1/user/msg/readAll', { query: { category: singleCategory } });
  countAsRead(category, 'all');
}

/** Goes on when the page is left meanwhile. Throws Failure. */
export async function deleteMessage({ id }: MessageWire): Promise<void> {
  await call('/v1/user/msg', { method: 'DELETE', query: { id }, keepalive: true });
}
