import { z } from 'zod';
import { dataReply, int, namedObject, paging, time } from './field-types.ts';
import { ForumBriefWire, ThemeWire } from './forum.ts';
import { PostWire, QuotedPostWire, ThreadBriefWire } from './post.ts';
import { postFields } from './post-fields.ts';
import { AttrWire } from './thread.ts';
import { UserBriefWire, UserWire } from './user.ts';

/** A thread in the caller's own lists. */
export const ThreadListItemWire = ThreadBriefWire.extend({
  images_num: int,
  files_num: int,
  last_username: z.string(),
  is_digest: int,
  user: UserWire,
  forum: ForumBriefWire,
  type: ThemeWire.nullable(),
  attrs: z.array(AttrWire),
}).meta({ id: 'ListedThread' });
export type ThreadListItemWire = z.infer<typeof ThreadListItemWire>;

export const UserThreadWire = ThreadListItemWire.extend({ post: PostWire }).meta({
  id: 'UserThread',
});

export const UserThreadsReplyWire = namedObject('UserThreadsReply', {
  code: int,
  data: z.array(UserThreadWire),
  ...paging,
  total_tp_count: int,
});
export type UserThreadsReplyWire = z.infer<typeof UserThreadsReplyWire>;

export const UserPostWire = namedObject('UserPost', {
  ...postFields,
  created_at_desc: z.string(),
  updated_at_desc: z.string(),
  storey: int,
  /** 0 shown, 1 hidden by a moderator, 2 deleted. */
  state: int,
  deleted_at: time.nullable(),
  user: UserWire,
  quote_user: UserWire.nullable(),
  quote_post: QuotedPostWire.nullable(),
  thread: ThreadBriefWire,
  forum: ForumBriefWire,
});
export type UserPostWire = z.infer<typeof UserPostWire>;

export const UserPostsReplyWire = namedObject('UserPostsReply', {
  data: z.array(UserPostWire),
  posts_count: int,
  ...paging,
  total_tp_count: int,
});
export type UserPostsReplyWire = z.infer<typeof UserPostsReplyWire>;

export const FavouriteWire = namedObject('Favourite', {
  id: int,
  oid: int,
  idtype: z.string(),
  user_id: int,
  title: z.string(),
  user: UserWire,
  thread: ThreadListItemWire,
  forum: ForumBriefWire,
  created_at: time,
  updated_at: time,
  created_at_desc: z.string(),
  updated_at_desc: z.string(),
});
export type FavouriteWire = z.infer<typeof FavouriteWire>;

export const FavouritesReplyWire = namedObject('FavouritesReply', {
  data: z.array(FavouriteWire),
  ...paging,
});
export type FavouritesReplyWire = z.infer<typeof FavouritesReplyWire>;

export const MessageWire = namedObject('Message', {
  id: int,
  /** Category 3: a title in the request's language; else as `kind`. */
  type: z.string(),
  /** The kind of notification, or letter. */
  kind: z.string().optional(),
  type_id: int,
  subject: z.string(),
  forum_name: z.string(),
  /** The category of a moved thread. */
  theme_name: z.string().optional(),
  receive_user_id: int,
  receive_user_nickname: z.string(),
  receive_user_avatar: z.string(),
  send_user_id: int,
  send_user_nickname: z.string(),
  send_user_avatar: z.string(),
  /** The message as text; for likes a sentence in the request's language. */
  message_fmt: z.string(),
  /** Category 2: the receiver's own answered post as text; else as message_fmt. */
  send_message_fmt: z.string(),
  /** Category 3: a sentence in the request's language; private messages: HTML. */
  note: z.string(),
  /** Category 3: the moderator's reason. */
  reason: z.string().optional(),
  /** Types moderation and report: the action, e.g. thread.delete; else ''. */
  act: z.string().optional(),
  /** user.ban: the end; absent if without end. */
  ban_end_at: time.optional(),
  /** 0 unread, 1 read. */
  is_new: int,
  /** Private message: its sender. */
  from_id: int,
  /** Like: the liked post; for a thread its first one. */
  send_post_id: int,
  thread_id: int,
  from_idtype: z.string(),
  category: int,
  created_at: time,
  /** 0 is the first post. */
  storey: int.optional(),
  /** The thread's: zh_CN, en_US, or '' without a thread. */
  language: z.string().optional(),
  /** Kind `like`: the latest users, and the total. */
  likers: z.array(z.object({ id: int, nickname: z.string(), avatar: z.string() })).optional(),
  like_cnt: int.optional(),
  /** Replies, threads or pending items combined into one message. */
  count: int.optional(),
  /** Only for `newThread`. */
  forum_id: int.optional(),
});
export type MessageWire = z.infer<typeof MessageWire>;

export const MessagesReplyWire = namedObject('MessagesReply', {
  data: z.array(MessageWire),
  ...paging,
});
export type MessagesReplyWire = z.infer<typeof MessagesReplyWire>;

export const MessageCountsWire = namedObject('MessageCounts', {
  at_msg_count: int,
  letter_msg_count: int,
  post_msg_count: int,
  sys_msg_count: int,
  thread_msg_count: int,
});
export type MessageCountsWire = z.infer<typeof MessageCountsWire>;

export const MessageCountReplyWire = dataReply('MessageCountReply', MessageCountsWire);
export type MessageCountReplyWire = z.infer<typeof MessageCountReplyWire>;

export const LettersReplyWire = dataReply('LettersReply', z.array(MessageWire).nullable());
export type LettersReplyWire = z.infer<typeof LettersReplyWire>;

export const ConversationWire = namedObject('Conversation', {
  /** The other user. */
  user: UserBriefWire,
  /** Sender of the last private message. */
  last_user_id: int,
  /** Its beginning, as text. */
  excerpt: z.string(),
  created_at: time,
  unread: int,
  /** 1: the caller blocks private messages from them. */
  blocked: int,
});
export type ConversationWire = z.infer<typeof ConversationWire>;

export const ConversationsReplyWire = namedObject('ConversationsReply', {
  code: int,
  msg: z.string(),
  data: z.array(ConversationWire),
  total_count: int,
});
export type ConversationsReplyWire = z.infer<typeof ConversationsReplyWire>;

export const DraftWire = namedObject('Draft', {
  id: int,
  /** 0 for none. */
  forum_id: int,
  thread_id: int,
  post_id: int,
  type_id: int,
  subject: z.string(),
  message: z.string(),
  /** `tooLarge`: the list omits message, poll and quote; request the draft by id. */
  withheld: z.enum(['tooLarge']).nullable(),
  language: z.string(),
  poll: z.unknown(),
  /** The quoted reply. */
  quote: z.unknown(),
  /** For an edited thread: the base revision. */
  revision: int,
  /** For a reply: its thread's. */
  thread_subject: z.string(),
  created_at: time,
  updated_at: time,
});
export type DraftWire = z.infer<typeof DraftWire>;

export const DraftsReplyWire = namedObject('DraftsReply', {
  code: int,
  msg: z.string(),
  data: z.array(DraftWire),
  total_count: int,
});
export type DraftsReplyWire = z.infer<typeof DraftsReplyWire>;

export const SentLetterReplyWire = dataReply('SentLetter', MessageWire);

export const OwnBanWire = namedObject('OwnBan', {
  /** null: without end. */
  until: time.nullable(),
  reason: z.string(),
});
export type OwnBanWire = z.infer<typeof OwnBanWire>;
export const OwnBanReplyWire = dataReply('OwnBanReply', OwnBanWire.nullable());
