import { z } from 'zod';
import { WATCH_KINDS, WATCH_LEVELS } from '../watching.ts';
import { coercedInt, dataReply, int, namedObject, time } from './field-types.ts';

const kind = z.enum(WATCH_KINDS);
const level = z.enum(WATCH_LEVELS);

export const SetWatchWire = namedObject('SetWatch', {
  kind,
  /** Of the thread, the forum, the section or the user. */
  id: coercedInt(1),
  /** null: it isn't watched any more. */
  level: level.nullable(),
});

/** Of several things; what isn't watched is left out. */
export const WatchLevelsReplyWire = dataReply(
  'WatchLevelsReply',
  z.array(z.object({ id: int, level })),
);

/** Something that the caller watches or mutes. */
export const WatchedWire = namedObject('Watched', {
  kind,
  id: int,
  level,
  /** 0: a thread that is watched because the caller wrote in it. */
  chosen: int,
  /** The subject or the name; '' when the caller may not see it any more. */
  name: z.string(),
  /** Of a forum or a section its English name; else ''. */
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
