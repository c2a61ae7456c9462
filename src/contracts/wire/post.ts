import { z } from 'zod';
import { threadFieldSchemas } from '../thread-fields.ts';
import { dataReply, int, namedObject, pageReply, time } from './field-types.ts';
import { postFields } from './post-fields.ts';
import { CommentWire } from './thread.ts';
import { GroupForumWire, UserWire } from './user.ts';

export const QuotedPostWire = namedObject('QuotedPost', {
  ...postFields,
  forum_id: int,
  deleted_at: time.nullable(),
  edited_at: time.nullable(),
  storey: int,
  user: UserWire,
});
export type QuotedPostWire = z.infer<typeof QuotedPostWire>;

export const ThreadBriefWire = namedObject('ThreadBrief', {
  ...threadFieldSchemas,
  id: int,
  forum_id: int,
  user_id: int,
  subject: z.string(),
  mods_cnt: int,
  isclosed: int,
  first_post_id: int,
  last_user_id: int,
  last_post_id: int,
  updated_at: time,
  checked: int,
  state: int,
  like_cnt: int,
  is_poll: int,
  type_id: int,
  hot_value: int,
  last_date_desc: z.string(),
  created_at_desc: z.string(),
  updated_at_desc: z.string(),
  top: int,
  deleted_at: time.nullable(),
  Language: z.string(),
});
export type ThreadBriefWire = z.infer<typeof ThreadBriefWire>;

export const PostWire = QuotedPostWire.extend({
  is_login: int,
  is_up: z.boolean(),
  is_top_forum: int,
  quote_user: UserWire.nullable(),
  quote_post: QuotedPostWire.nullable(),
  son_post: QuotedPostWire.nullable(),
  thread: ThreadBriefWire,
  post_comment: z.array(CommentWire).nullable(),
  group_forum: GroupForumWire,
  total: int,
}).meta({ id: 'Post' });
export type PostWire = z.infer<typeof PostWire>;

export const PostListReplyWire = pageReply('PostListReply', PostWire);
export type PostListReplyWire = z.infer<typeof PostListReplyWire>;

export const TopPostsReplyWire = dataReply('TopPostsReply', z.array(PostWire));
export type TopPostsReplyWire = z.infer<typeof TopPostsReplyWire>;

export const PublicPostWire = namedObject('PublicPost', {
  id: int,
  thread_id: int,
  forum_id: int,
  user_id: int,
  is_first: int,
  images_num: int,
  files_num: int,
  message: z.string(),
  message_fmt: z.string(),
  like_cnt: int,
  created_at: time,
  updated_at: time,
});
export type PublicPostWire = z.infer<typeof PublicPostWire>;
