import { z } from 'zod';
import { dataReply, int, namedObject, paging, time } from './field-types.ts';
import { ForumBriefWire, ThemeWire } from './forum.ts';
import { PostWire, QuotedPostWire, ThreadBriefWire } from './post.ts';
import { postFields } from './post-fields.ts';
import { AttrWire } from './thread.ts';
import { UserBriefWire, UserWire } from './user.ts';

/** A thread with what stands around it in a list of one's own. */
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
  /** Its floor. */
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
  /** Of category 3 a title in the request's language; else as `kind`. */
  type: z.string(),
  /** The kind of notification, e.g. reply; or letter. */
  kind: z.string().optional(),
  type_id: int,
  subject: z.string(),
  forum_name: z.string(),
  receive_user_id: int,
  receive_user_nickname: z.string(),
  receive_user_avatar: z.string(),
  send_user_id: int,
  send_user_nickname: z.string(),
  send_user_avatar: z.string(),
  /** What was written, as text; of likes a sentence in the request's language. */
  message_fmt: z.string(),
  /** Of category 2 the receiver's own post that was answered, as text; else as message_fmt. */
  send_message_fmt: z.string(),
  /** Of category 3 a sentence in the request's language; of a letter its HTML. */
  note: z.string(),
  /** Of category 3 why, as whoever did it says. */
  reason: z.string().optional(),
  /** Of type moderation or report: what was done, e.g. thread.delete; else ''. */
  act: z.string().optional(),
  /** Of the act user.ban when it ends; left out when it lasts until somebody lifts it. */
  ban_end_at: time.optional(),
  /** 0 unread, 1 read. */
  is_new: int,
  /** Of a letter who wrote it. */
  from_id: int,
  /** Of a like the post that was liked: of a thread its first one. */
  send_post_id: int,
  thread_id: int,
  from_idtype: z.string(),
  category: int,
  created_at: time,
  /** Floor of the post; 0 is the first one. */
  storey: int.optional(),
  /** Of the thread: zh_CN, en_US, or '' when there is none. */
  language: z.string().optional(),
  /** Of a message of kind `like`: the latest people, and how many they are in all. */
  likers: z.array(z.object({ id: int, nickname: z.string(), avatar: z.string() })).optional(),
  like_cnt: int.optional(),
  /**
   * Of replies in one thread, or threads in one forum, that are one message: how many. Of what
   * waits for the moderator: how much.
   */
  count: int.optional(),
  /** Of a message of kind `newThread` the forum. */
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
  /** The other one. */
  user: UserBriefWire,
  /** Who wrote the last letter. */
  last_user_id: int,
  /** Its beginning, as text. */
  excerpt: z.string(),
  created_at: time,
  unread: int,
  /** 1: the caller takes no letters from them. */
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
  /** 0 where there is none. */
  forum_id: int,
  thread_id: int,
  post_id: int,
  type_id: int,
  subject: z.string(),
  message: z.string(),
  /**
   * `tooLarge`: the list would be too large with its message, poll and quote, which are left out;
   * asked for by its id, it has them.
   */
  withheld: z.enum(['tooLarge']).nullable(),
  language: z.string(),
  poll: z.unknown(),
  /** What a reply answers. */
  quote: z.unknown(),
  /** Of a thread that is changed: the revision that this was written from. */
  revision: int,
  /** Of the thread that a reply is for. */
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
  /** null for a ban without end. */
  until: time.nullable(),
  reason: z.string(),
});
export type OwnBanWire = z.infer<typeof OwnBanWire>;
export const OwnBanReplyWire = dataReply('OwnBanReply', OwnBanWire.nullable());
