import { z } from 'zod';
import { MAX_READ_THREADS } from '../limits.ts';
import { coercedInt, dataReply, int, namedObject, time } from './field-types.ts';
import { UserBriefWire } from './user.ts';

export const UnreadThreadWire = namedObject('UnreadThread', {
  id: int,
  /** 1: unopened, and newer than content that counts as read. */
  is_new: int,
  /** Unread replies of an opened thread, at most 100. */
  unread: int,
  /** The first unread reply; 0 for none. */
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
        /** The last read floor; 0 is the first post. */
        floor: coercedInt(0),
      }),
    )
    .min(1)
    .max(MAX_READ_THREADS),
});

export const MarkUnreadWire = namedObject('MarkUnread', {
  thread_id: coercedInt(1),
  /** The first unread floor; 0 is the first post; null: as never opened. */
  floor: coercedInt(0).nullable(),
});

export const MarkAllReadWire = namedObject('MarkAllRead', {
  /** Only this forum. */
  forum_id: coercedInt(1).optional(),
  /** null: nothing counts as read by its age. */
  before: time.nullish(),
});

export const MarkAllReadReplyWire = dataReply(
  'MarkAllReadReply',
  z.object({ before: time.nullable() }),
);

/** A thread with news for a watcher. */
export const NewsThreadWire = namedObject('NewsThread', {
  id: int,
  subject: z.string(),
  language: z.string(),
  last_floor: int,
  /** The caller's last read floor; -1: unopened. */
  read_floor: int,
  /** At most 100; 0 for a new thread. */
  unread: int,
  /** The first unread reply; 0 for none. */
  floor: int,
  post_id: int,
  forum: z.object({ id: int, name: z.string(), name_en: z.string() }),
  /** Author and time of the newest unread reply, or of the thread. */
  user: UserBriefWire,
  at: time,
});
export type NewsThreadWire = z.infer<typeof NewsThreadWire>;

/** Latest first. `next`: cursor of the next call; null at the end. */
export const NewsListWire = namedObject('NewsList', {
  items: z.array(NewsThreadWire),
  next: z.string().nullable(),
});
export type NewsListWire = z.infer<typeof NewsListWire>;

export const NewsWire = namedObject('News', { replies: NewsListWire, threads: NewsListWire });
export type NewsWire = z.infer<typeof NewsWire>;

export const NewsReplyWire = dataReply('NewsReply', NewsWire);
