import type { UnreadThreadWire } from '#contracts/wire/reading.ts';
import { call } from '../core/api.ts';
import { showErrorToast, showToast } from '../core/toasts.ts';
import { flushReads, keepUnread } from './reads.ts';

/** The reader's unread parts of these threads. Throws Failure. */
export async function fetchUnread(
  threadIds: readonly number[],
): Promise<Map<number, UnreadThreadWire>> {
  await flushReads();
  const { data } = await call('GET /v2/user/unread', {
    query: { thread_ids: threadIds.join() },
    quiet: true,
  });
  return new Map(data.map((one) => [one.id, one]));
}

/** Marks a thread unread from a floor; 0 is the first post. */
export async function markUnread(threadId: number, floor: number): Promise<void> {
  try {
    await flushReads();
    await call('POST /v2/user/mark-unread', { body: { thread_id: threadId, floor } });
    keepUnread(threadId);
    showToast({ key: 'unread.marked' });
  } catch (error) {
    showErrorToast(error);
  }
}

/** Marks all, or a forum, as read and offers undo. Calls `onChange` after both. */
export async function markAllRead(
  forumId: number | undefined,
  onChange: () => void,
): Promise<void> {
  const send = (before?: string | null) =>
    call('POST /v2/user/mark-all-read', {
      body: { ...(forumId === undefined ? {} : { forum_id: forumId }), before },
    });
  try {
    const { data } = await send();
    onChange();
    showToast({
      key: forumId === undefined ? 'unread.allRead' : 'unread.forumRead',
      action: {
        key: 'unread.undo',
        run: () => void send(data.before).then(onChange, showErrorToast),
      },
    });
  } catch (error) {
    showErrorToast(error);
  }
}
