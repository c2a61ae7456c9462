import { z } from 'zod';
import { int, namedObject, time } from './field-types.ts';
import { AttrWire } from './thread.ts';
import { UserBriefWire } from './user.ts';

export const SearchHitWire = namedObject('SearchHit', {
  id: int,
  subject: z.string(),
  content: z.string(),
  forum_id: int,
  type_id: int,
  top: int,
  top_sort: int,
  hot_value: int,
  last_date: time,
  is_digest: int,
  created_at: time,
  updated_at: time,
  language: z.string(),
  attrs: z.array(AttrWire),
  index_version: z.string(),
  posts_cnt: int,
  /** The matching post; floor 0 is the thread itself. */
  post_id: int,
  storey: int,
  user: UserBriefWire,
});
export type SearchHitWire = z.infer<typeof SearchHitWire>;

export const SearchReplyWire = namedObject('SearchReply', {
  code: int,
  msg: z.string(),
  data: z.array(SearchHitWire),
  total_count: int,
  /** Hits with all words; they come first. */
  complete_count: int,
  /** Omitted threads: they match only a common word of several. */
  omitted_count: int,
  /** A better keyword, if this one may be mistyped. */
  suggestion: z.string().nullable(),
});
