import { z } from 'zod';
import { WATCH_KINDS, WATCH_LEVELS } from '../watching.ts';
import { coercedInt, dataReply, int, namedObject, time } from './field-types.ts';

const kind = z.enum(WATCH_KINDS);
const level = z.enum(WATCH_LEVELS);

export const SetWatchWire = namedObject('SetWatch', {
  kind,
  /** Of the thread, forum, section or user. */
  id: coercedInt(1),
  /** null: unwatch. */
  level: level.nullable(),
});

/** Omits unwatched items. */
export const WatchLevelsReplyWire = dataReply(
  'WatchLevelsReply',
  z.array(z.object({ id: int, level })),
);

export const WatchedWire = namedObject('Watched', {
  kind,
  id: int,
  level,
  /** 0: watched because the caller posted in it. */
  chosen: int,
  /** The subject or name; '' if no longer visible to the caller. */
  name: z.string(),
  /** English name of a forum or section; else ''. */
  name_en: z.string(),
  created_at: time,
});
export type WatchedWire = z.infer<typeof WatchedWire>;

export const WatchedReplyWire = namedObject('WatchedReply', {
  code: int,
  msg: z.string(),
  data: z.array(WatchedWire),
  total_count: int,
});
export type WatchedReplyWire = z.infer<typeof WatchedReplyWire>;
