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
  /** The post that matches: its id, its floor (0 is the thread itself), who wrote it. */
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
  /** How many of them have all words: the first ones. */
  complete_count: int,
  /** Threads that were left out: of several words they have a common one alone. */
  omitted_count: int,
  /** A keyword that finds more, where this one may be mistyped. */
  suggestion: z.string().nullable(),
});
