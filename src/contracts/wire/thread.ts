import { z } from 'zod';
import { threadFieldSchemas } from '../thread-fields.ts';
import { dataReply, int, namedObject, pageReply, paging, time } from './field-types.ts';
import { ForumBriefWire, forumFields, SectionBriefWire, ThemeWire } from './forum.ts';
import { postFields } from './post-fields.ts';
import { GroupForumWire, UserBriefWire, UserWire } from './user.ts';

export const AttrWire = namedObject('Attr', { name: z.string(), value: z.string() });
export type AttrWire = z.infer<typeof AttrWire>;

export const ThreadSummaryWire = namedObject('ThreadSummary', {
  ...threadFieldSchemas,
  id: int,
  forum_id: int,
  top: int,
  user_id: int,
  subject: z.string(),
  message: z.string(),
  message_fmt: z.string(),
  mods_cnt: int,
  isclosed: int,
  last_user_id: int,
  last_username: z.string(),
  last_post_id: int,
  updated_at: time,
  state: int,
  type_id: int,
  type: ThemeWire,
  user: UserWire,
  forum: ForumBriefWire,
  group_forum: GroupForumWire,
  is_digest: int,
  is_digest_forum: int,
  is_top_forum: int,
  hot_value: int,
  last_date_desc: z.string(),
  created_at_desc: z.string(),
  updated_at_desc: z.string(),
  is_poll: int,
  files_num: int,
  images_num: int,
  attrs: z.array(AttrWire),
});
export type ThreadSummaryWire = z.infer<typeof ThreadSummaryWire>;

export const ThreadIndexReplyWire = namedObject('ThreadIndexReply', {
  total_count: int,
  ThreadIndex: z.array(ThreadSummaryWire),
});
export type ThreadIndexReplyWire = z.infer<typeof ThreadIndexReplyWire>;

/** Adds English texts and the count of favourites to the deployed forum's fields. */
export const ForumPageWire = namedObject('ForumPage', {
  ...forumFields,
  ranking: int,
  announcement_en: z.string(),
  is_favorite: z.boolean(),
  thread: z.array(ThreadSummaryWire),
  type: SectionBriefWire,
  user_list: z.array(UserBriefWire),
});
export type ForumPageWire = z.infer<typeof ForumPageWire>;

export const ForumPageReplyWire = namedObject('ForumPageReply', { data: ForumPageWire, ...paging });
export type ForumPageReplyWire = z.infer<typeof ForumPageReplyWire>;

export const PollOptionWire = namedObject('PollOption', {
  polloptionid: int,
  polloption: z.string(),
  votes: int,
  /** Percentage of voters; several choices can exceed 100 in total. */
  rate: z.number(),
});

export const PollWire = namedObject('Poll', {
  tid: int,
  overt: int,
  multiple: int,
  visible: int,
  /** 1: voters may change their choice while the poll is open. */
  changeable: int,
  poll_day: int,
  expiration: time,
  pollpreview: z.string(),
  voters: int,
  voters_number: int,
  maxchoices: int,
  forum_polloption: z.array(PollOptionWire).nullable(),
  polloptionids: z.array(int).nullable(),
  poll_expire: z.boolean(),
});
export type PollWire = z.infer<typeof PollWire>;

export const CommentWire = namedObject('Comment', {
  id: int,
  post_id: int,
  thread_id: int,
  user_id: int,
  message: z.string(),
  message_fmt: z.string(),
  /** 0 while pending review: only its author gets it, once. */
  checked: int,
  created_at: time,
  updated_at: time,
  /** Last edit by its author. */
  edited_at: time.nullable(),
  like_cnt: int,
  /** Liked by the caller. */
  is_up: z.boolean(),
  deleted_at: time.nullable(),
  user: UserWire,
});
export type CommentWire = z.infer<typeof CommentWire>;

export const FirstPostWire = namedObject('FirstPost', {
  ...postFields,
  post_comment: z.array(CommentWire),
  user: UserWire,
});
export type FirstPostWire = z.infer<typeof FirstPostWire>;

export const ThreadInfoWire = ThreadSummaryWire.extend({
  images_num: int,
  first_post_id: int,
  checked: int,
  is_favorite: z.boolean(),
  is_up: z.boolean(),
  like_cnt: int,
  post: FirstPostWire,
  deleted_at: time.nullable(),
  poll_list: PollWire.nullable(),
}).meta({ id: 'ThreadInfo' });

export const ThreadInfoReplyWire = dataReply('ThreadInfoReply', ThreadInfoWire);
export type ThreadInfoReplyWire = z.infer<typeof ThreadInfoReplyWire>;

export const CommentsReplyWire = pageReply('CommentsReply', CommentWire);
