import { z } from 'zod';
import { MAX_BOOKMARK_NOTE_CHARACTERS } from '../limits.ts';
import { coercedInt, dataReply, int, namedObject, time } from './field-types.ts';
import { UserBriefWire } from './user.ts';

export const BookmarkWire = namedObject('Bookmark', {
  id: int,
  post_id: int,
  note: z.string(),
  /** Reminder; null for none. */
  remind_at: time.nullable(),
  created_at: time,
  /** null if the caller may no longer read it. */
  post: z
    .object({
      thread_id: int,
      /** 0 is the first post. */
      storey: int,
      subject: z.string(),
      language: z.string(),
      /** Its beginning, as text. */
      excerpt: z.string(),
      user: UserBriefWire,
    })
    .nullable(),
});
export type BookmarkWire = z.infer<typeof BookmarkWire>;

export const BookmarksReplyWire = namedObject('BookmarksReply', {
  code: int,
  msg: z.string(),
  data: z.array(BookmarkWire),
  total_count: int,
});
export type BookmarksReplyWire = z.infer<typeof BookmarksReplyWire>;

export const SetBookmarkWire = namedObject('SetBookmark', {
  post_id: coercedInt(1),
  /** Omitted: unchanged. */
  note: z
    .string()
    .max(MAX_BOOKMARK_NOTE_CHARACTERS * 8)
    .optional(),
  /** null removes the reminder; omitted: unchanged. */
  remind_at: z.iso.datetime({ offset: true }).nullable().optional(),
});

export const SetBookmarkReplyWire = dataReply(
  'SetBookmarkReply',
  z.object({ id: int, note: z.string(), remind_at: time.nullable() }),
);
