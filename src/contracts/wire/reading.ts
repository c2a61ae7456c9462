import { z } from 'zod';
import { MAX_READ_THREADS } from '../limits.ts';
import { coercedInt, dataReply, int, namedObject, time } from './field-types.ts';
import { UserBriefWire } from './user.ts';

/** What of a thread is new to the caller. */
export const UnreadThreadWire = namedObject('UnreadThread', {
  id: int,
  /** 1: the caller hasn't opened it, and it is newer than what counts as read. */
  is_new: int,
  /** Replies that the caller hasn't read, of a thread that they have opened; 100 at most. */
  unread: int,
  /** The first of them: its floor and its id; 0 without one. */
  floor: int,
  post_id: int,
});
export type UnreadThreadWire = z.infer<typeof UnreadThreadWire>;

export const UnreadReplyWire = dataReply('UnreadReply', z.array(UnreadThreadWire));

export const MarkReadWire = namedObject('MarkRead', {
  threads: z
    .array(
      z.object({
        id: coercedInt(1),
        /** The last floor that was read; 0 is the first post. */
        floor: coercedInt(0),
      }),
    )
    .min(1)
    .max(MAX_READ_THREADS),
});

export const MarkUnreadWire = namedObject('MarkUnread', {
  thread_id: coercedInt(1),
  /** The first floor that is unread; 0 is the first post; null: it is new, as never opened. */
  floor: coercedInt(0).nullable(),
});

export const MarkAllReadWire = namedObject('MarkAllRead', {
  /** Of this forum alone. */
  forum_id: coercedInt(1).optional(),
  /** null: nothing counts as read by its age. */
  before: time.nullish(),
});

export const MarkAllReadReplyWire = dataReply(
  'MarkAllReadReply',
  z.object({ before: time.nullable() }),
);

/** A thread with something new where the caller watches. */
export const NewsThreadWire = namedObject('NewsThread', {
  id: int,
  subject: z.string(),
  language: z.string(),
  /** Its newest floor. */
  last_floor: int,
  /** The last floor that the caller has read; -1: they haven't opened it. */
  read_floor: int,
  /** Replies that the caller hasn't read, 100 at most; 0 of a new thread. */
  unread: int,
  /** The first of them: its floor and its id; 0 without one. */
  floor: int,
  post_id: int,
  forum: z.object({ id: int, name: z.string(), name_en: z.string() }),
  /** Who wrote the last of them, or began the thread, and when. */
  user: UserBriefWire,
  at: time,
});
export type NewsThreadWire = z.infer<typeof NewsThreadWire>;

/** The latest first. `next`: from where the next call of the list goes on; null at its end. */
export const NewsListWire = namedObject('NewsList', {
  items: z.array(NewsThreadWire),
  next: z.string().nullable(),
});
export type NewsListWire = z.infer<typeof NewsListWire>;

export const NewsWire = namedObject('News', { replies: NewsListWire, threads: NewsListWire });
export type NewsWire = z.infer<typeof NewsWire>;

export const NewsReplyWire = dataReply('NewsReply', NewsWire);
