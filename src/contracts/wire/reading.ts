import { z } from 'zod';
import { MAX_READ_THREADS } from '../limits.ts';
import { coercedInt, int, time } from './field-types.ts';

/** What of a thread is new to the caller. */
export const UnreadThreadWire = z
  .object({
    id: int,
    /** 1: the caller hasn't opened it, and it is newer than what counts as read. */
    is_new: int,
    /** Replies that the caller hasn't read, of a thread that they have opened; 100 at most. */
    unread: int,
    /** The first of them: its floor and its id; 0 without one. */
    floor: int,
    post_id: int,
  })
  .meta({ id: 'UnreadThread' });
export type UnreadThreadWire = z.infer<typeof UnreadThreadWire>;

export const UnreadReplyWire = z
  .object({ code: int, msg: z.string(), data: z.array(UnreadThreadWire) })
  .meta({ id: 'UnreadReply' });

export const MarkReadWire = z
  .object({
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
  })
  .meta({ id: 'MarkRead' });

export const MarkUnreadWire = z
  .object({
    thread_id: coercedInt(1),
    /** The first floor that is unread; 0 is the first post. */
    floor: coercedInt(0),
  })
  .meta({ id: 'MarkUnread' });

export const MarkAllReadWire = z
  .object({
    /** Of this forum alone. */
    forum_id: coercedInt(1).optional(),
    /** null: nothing counts as read by its age. */
    before: time.nullish(),
  })
  .meta({ id: 'MarkAllRead' });

export const MarkAllReadReplyWire = z
  .object({ code: int, msg: z.string(), data: z.object({ before: time.nullable() }) })
  .meta({ id: 'MarkAllReadReply' });
