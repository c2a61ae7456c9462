import { avatarUrlOf } from '#contracts/default-pictures.ts';
import { MESSAGE_CATEGORIES, UNREAD_COUNT_FIELDS } from '#contracts/message-categories.ts';
import { isQueueKind } from '#contracts/notifications.ts';
import type { MessageCountsWire, MessageWire } from '#contracts/wire/own-content.ts';
import { toReaderExcerpt } from '../../message/reader-text.ts';
import type { ReadContext } from '../../shared/read-context.ts';

export interface NotificationRow {
  id: number;
  category: number;
  kind: string;
  note: string;
  /** A moderator's action, as in the action log. */
  act: string;
  /** End of a ban. */
  banEndAt: Date | null;
  createdAt: Date;
  readAt: Date | null;
  threadId: number | null;
  postId: number | null;
  /** First post of a liked thread; API clients need it. */
  likedFirstPostId: number | null;
  commentId: number | null;
  receiverId: number;
  receiverNickname: string;
  receiverAvatar: string;
  senderId: number | null;
  senderNickname: string | null;
  senderAvatar: string | null;
  /** '' if the thread was deleted or the receiver may not read it. */
  subject: string;
  themeId: number;
  forumName: string;
  forumNameEn: string;
  /** Of a moved thread. */
  themeName: string | null;
  themeNameEn: string | null;
  /** Plain-text excerpt of the post or comment; '' if it isn't shown. */
  excerpt: string;
  /** Excerpt of the receiver's own post that was answered, commented on or liked. */
  ownExcerpt: string;
  /** Of the post; the first post has 0. */
  floor: number;
  language: string;
  forumId: number;
  /** Number of grouped events (except likes), or of items pending review. */
  count: number;
  /** The latest users who like it, for a notification of likes. */
  likers: { id: number; nickname: string; avatar: string }[] | null;
  /** Number of grouped actions. */
  acts: number | null;
}

export function toMessageWire(
  row: NotificationRow,
  { lang, mediaWords }: Pick<ReadContext, 'lang' | 'mediaWords'>,
): MessageWire {
  const excerpt = toReaderExcerpt(row.excerpt, mediaWords);
  return {
    id: row.id,
    type: row.kind,
    kind: row.kind,
    type_id: row.themeId,
    subject: row.subject,
    forum_name: lang === 'en' ? row.forumNameEn : row.forumName,
    receive_user_id: row.receiverId,
    receive_user_nickname: row.receiverNickname,
    receive_user_avatar: avatarUrlOf(row.receiverId, row.receiverAvatar),
    send_user_id: row.senderId ?? 0,
    send_user_nickname: row.senderNickname ?? '',
    send_user_avatar: avatarUrlOf(row.senderId, row.senderAvatar),
    message_fmt: excerpt,
    send_message_fmt:
      // for liked comments the excerpt is the receiver's own
      row.category === MESSAGE_CATEGORIES.posts && !(row.kind === 'like' && row.commentId !== null)
        ? toReaderExcerpt(row.ownExcerpt, mediaWords)
        : excerpt,
    note: row.note,
    ...(row.category === MESSAGE_CATEGORIES.system ? { reason: row.note } : {}),
    act: row.act,
    ...(row.themeName === null
      ? {}
      : { theme_name: (lang === 'en' && row.themeNameEn) || row.themeName }),
    ...(row.banEndAt === null ? {} : { ban_end_at: row.banEndAt.toISOString() }),
    is_new: row.readAt === null ? 0 : 1,
    from_id: row.commentId ?? row.postId ?? row.threadId ?? 0,
    send_post_id: row.postId ?? row.likedFirstPostId ?? 0,
    thread_id: row.threadId ?? 0,
    from_idtype:
      row.commentId !== null
        ? 'cid'
        : row.postId !== null
          ? 'pid'
          : row.threadId !== null
            ? 'tid'
            : '',
    category: row.category,
    created_at: row.createdAt.toISOString(),
    storey: row.floor,
    language: row.language,
    ...(row.count > 1 ? { count: row.count } : {}),
    ...(row.kind === 'newThread' || isQueueKind(row.kind) ? { forum_id: row.forumId } : {}),
    ...(row.kind === 'like'
      ? {
          likers: (row.likers ?? []).map((liker) => ({
            ...liker,
            avatar: avatarUrlOf(liker.id, liker.avatar),
          })),
          like_cnt: row.acts ?? 0,
        }
      : {}),
  };
}

/** Unread counts by category. */
export function toMessageCountsWire(
  rows: readonly { category: number; count: number }[],
): MessageCountsWire {
  const countOf = (category: number) => rows.find((row) => row.category === category)?.count ?? 0;
  return Object.fromEntries(
    Object.entries(UNREAD_COUNT_FIELDS).map(([category, field]) => [
      field,
      countOf(Number(category)),
    ]),
  ) as MessageCountsWire;
}
