import { isQueueKind, toNotificationKind } from '#contracts/notifications.ts';
import type { MessageWire } from '#contracts/wire/own-content.ts';

/** A notification, without wire names. */
export function toMessage(message: MessageWire) {
  const kind = toNotificationKind(message.kind);
  const isLike = kind === 'like';
  const isQueue = isQueueKind(kind);
  const sender = {
    id: message.send_user_id,
    nickname: message.send_user_nickname,
    avatar: message.send_user_avatar,
  };
  const people = isLike ? (message.likers ?? []) : sender.id > 0 ? [sender] : [];
  return {
    id: message.id,
    category: message.category,
    kind,
    /** A text of the system or a moderator, instead of the kind's text. */
    title: message.type,
    isUnread: message.is_new === 0,
    people,
    /** The pictured user; id 0 is the system. */
    pictured: people[0] ?? sender,
    senderId: sender.id,
    othersCnt: isLike ? Math.max(0, (message.like_cnt ?? 0) - people.length) : 0,
    /** The queue that a moderators' message links to. */
    queue: isQueue ? kind : undefined,
    /** Replies in a thread, or threads in a forum, combined into one message. */
    count: isQueue ? 1 : (message.count ?? 1),
    threadId: message.thread_id,
    postId: message.send_post_id,
    isOfComment: message.from_idtype === 'cid',
    floor: message.storey ?? 0,
    forumId: message.forum_id,
    forumName: message.forum_name,
    subject: isQueue ? message.note : message.subject,
    language: message.language?.replace('_', '-') || undefined,
    /** The receiver's own post was liked. */
    excerpt: isLike ? message.send_message_fmt : message.message_fmt,
    note: isQueue ? '' : message.note,
    createdAt: message.created_at,
  };
}
export type ReceivedMessage = ReturnType<typeof toMessage>;
