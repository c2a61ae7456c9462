import type { NotificationKind } from '#contracts/notifications.ts';
import { type Recipients, toRecipients } from '../../delivery/notification/notify-users.ts';

/** Maximum mentioned users notified of one post or comment. */
export const MAX_MENTIONS = 20;

/** Users to notify, each once: quoted author, mentioned users, thread author. Never the author. */
export function getUsersToNotify(
  author: number,
  { quoteAuthor, threadAuthor }: { quoteAuthor: number | null; threadAuthor: number },
  mentions: readonly number[],
): Recipients {
  const kindByUserId = new Map<number, NotificationKind>();
  const add = (id: number | null, kind: NotificationKind) => {
    if (id !== null && id !== author && !kindByUserId.has(id)) kindByUserId.set(id, kind);
  };
  add(quoteAuthor, 'quote');
  for (const id of mentions.slice(0, MAX_MENTIONS)) add(id, 'mention');
  add(threadAuthor, 'reply');
  return toRecipients(kindByUserId);
}
