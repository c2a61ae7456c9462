import { z } from 'zod';
import {
  MAX_ACTION_TARGETS,
  MAX_CLOSED_MINUTES,
  MAX_REASON_CHARACTERS,
  MAX_SLOW_MINUTES,
  MAX_USER_NOTE_CHARACTERS,
} from '../limits.ts';
import { PERFORMED_ACTIONS, TARGET_KINDS } from '../moderation-actions.ts';
import { coercedInt, int, namedObject, pageReply, subjectText, time } from './field-types.ts';

const id = coercedInt(1);
const flag = coercedInt(0, 1);

const ids = z.array(id).min(1).max(MAX_ACTION_TARGETS);
const note = z.string().trim().max(MAX_REASON_CHARACTERS).nullish();
/** `is_notify`: notify the author. */
export const reasonFields = { note, is_notify: flag.nullish() };
/** Deployed clients send these; the id suffices. */
const ignoredFields = { forum_id: coercedInt().nullish(), o_user_id: coercedInt().nullish() };

/** See contracts/moderation-actions.ts. */
export const PerformActionWire = namedObject('PerformAction', {
  action: z.enum(PERFORMED_ACTIONS),
  kind: z.enum(TARGET_KINDS),
  ids,
  /** Pins: highest first, up to 9. Slow mode: minutes between posts. Default 1. */
  level: coercedInt(1, MAX_SLOW_MINUTES).nullish(),
  /** Closing: minutes until the thread reopens; permanent without it. */
  minutes: coercedInt(1, MAX_CLOSED_MINUTES).nullish(),
  /** The thread to merge into. */
  into: id.nullish(),
  /** Target of a move or of a split's new thread; 0: the same. */
  forum_id: coercedInt(0).nullish(),
  theme_id: coercedInt(0).nullish(),
  /** Of a split's new thread. */
  subject: subjectText.nullish(),
  /** For a ban; its reason is `note`. */
  begin_at: z.string().max(30).nullish(),
  end_at: z.string().max(30).nullish(),
  hide: flag.nullish(),
  /** The current ban that the caller saw, 0 for none; a different one now is `conflict`. */
  seen: coercedInt(0).nullish(),
  ...reasonFields,
});
export type PerformActionWire = z.output<typeof PerformActionWire>;

/** Undoes an action. */
export const UndoWire = namedObject('Undo', {
  method: z.enum(['POST', 'PUT']),
  path: z.string(),
  body: PerformActionWire,
});
export type UndoWire = z.infer<typeof UndoWire>;

/** Takedowns that the CDN has not confirmed; `oldest` in seconds. */
export const PendingPurgesWire = namedObject('PendingPurges', { waiting: int, oldest: z.number() });
export type PendingPurgesWire = z.infer<typeof PendingPurgesWire>;

/** The reply to every action: changed and unchanged targets, and calls for undo. */
export const ModerationActionReplyWire = namedObject('Acted', {
  code: int,
  msg: z.string(),
  data: z.object({
    changed: z.array(int),
    unchanged: z.array(int),
    undo: z.array(UndoWire),
    cdn: PendingPurgesWire.optional(),
  }),
});

export const ModerationActionWire = namedObject('Act', { ids, ...reasonFields, ...ignoredFields });
export const UpdateThreadsWire = namedObject('UpdateThreads', {
  field: z.string().max(40),
  ids,
  value: coercedInt(),
  ...reasonFields,
  ...ignoredFields,
});
export const DeleteThreadsWire = namedObject('DeleteThreads', {
  msg: z
    .array(z.object({ id, ...reasonFields, ...ignoredFields }))
    .min(1)
    .max(MAX_ACTION_TARGETS),
});
export const UpdatePostsWire = namedObject('UpdatePosts', {
  field: z.enum(['is_top_forum']).default('is_top_forum'),
  top: flag,
  ids,
  ...reasonFields,
  ...ignoredFields,
});
export const CloseThreadWire = namedObject('CloseThread', {
  thread_id: id,
  is_closed: flag,
  ...reasonFields,
  ...ignoredFields,
});
export const MoveThreadsWire = namedObject('MoveThreads', {
  ids,
  forum_id: id,
  theme_id: coercedInt(0).nullish(),
  ...reasonFields,
});

export const WarnWire = namedObject('Warn', {
  thread_id: coercedInt(0).nullish(),
  post_id: coercedInt(0).nullish(),
  comment_id: coercedInt(0).nullish(),
  user_id: coercedInt(0).nullish(),
  note: z.string().trim().min(1).max(MAX_REASON_CHARACTERS),
});
export const WarnReplyWire = namedObject('Warned', {
  code: int,
  msg: z.string(),
  data: z.object({ id: int, count: int, undo: z.array(UndoWire) }),
});
export const WarningWire = namedObject('Warning', {
  id: int,
  user_id: int,
  moderator: z.object({ id: int, nickname: z.string() }),
  /** 0 for a general warning, a private message, or a purged thread. */
  thread_id: int,
  /** 0 for a thread. */
  post_id: int,
  subject: z.string(),
  note: z.string(),
  created_at: time,
  withdrawn_at: time.nullable(),
});
export type WarningWire = z.infer<typeof WarningWire>;
export const WarningsReplyWire = namedObject('WarningsReply', {
  code: int,
  msg: z.string(),
  data: z.array(WarningWire),
});

export const BanRequestWire = namedObject('Crime', {
  user_id: id,
  action: coercedInt(1, 2),
  begin_at: z.string().max(30).nullish(),
  end_at: z.string().max(30).nullish(),
  reason: z.string().trim().max(MAX_REASON_CHARACTERS).nullish(),
  hide_thread: z.union([z.boolean(), coercedInt(0, 1)]).nullish(),
  /** The current ban that the caller saw, 0 for none; a different one now is `conflict`. */
  seen: coercedInt(0).nullish(),
  admin: z.unknown().optional(),
});

const person = z.object({ id: int, nickname: z.string() });

export const ReportWire = namedObject('Report', {
  id: int,
  state: z.enum(['open', 'taken', 'handled']),
  report_type: z.string(),
  message: z.string(),
  forum_id: int,
  forum_name: z.string(),
  forum_name_en: z.string(),
  thread_id: int,
  post_id: int,
  /** The reported comment; 0 if the post itself is reported. */
  comment_id: int,
  /** 0 is the first post. */
  storey: int,
  subject: z.string(),
  post: z.object({ message: z.string(), state: z.string(), checked: int }),
  reporter: person,
  author: person.extend({ warnings_cnt: int }),
  /** Open reports of this post, including this one. */
  reports_cnt: int,
  taken_by: person.nullable(),
  handled_by: person.nullable(),
  handled_at: time.nullable(),
  outcome: z.string(),
  note: z.string(),
  created_at: time,
});
export type ReportWire = z.infer<typeof ReportWire>;
export const ReportsReplyWire = pageReply('ReportsReply', ReportWire);

export const HandleReportWire = namedObject('HandleReport', {
  id,
  action: z.enum(['dismiss', 'delete', 'warn', 'ban', 'claim', 'unclaim']),
  ...reasonFields,
  begin_at: z.string().max(30).nullish(),
  end_at: z.string().max(30).nullish(),
  hide_thread: z.union([z.boolean(), flag]).nullish(),
});

export const ReviewItemWire = namedObject('Waiting', {
  kind: z.enum(['thread', 'reply', 'comment']),
  id: int,
  thread_id: int,
  post_id: int,
  storey: int,
  forum_id: int,
  forum_name: z.string(),
  forum_name_en: z.string(),
  subject: z.string(),
  message: z.string(),
  /** words, captcha, newcomer, edit; '' if unknown. */
  reason: z.enum(['words', 'captcha', 'newcomer', 'edit', '']),
  author: person.extend({ posts_cnt: int, created_at: time }),
  created_at: time,
  edited_at: time.nullable(),
});
/** With its suspicious parts. */
export const ReviewRowWire = ReviewItemWire.extend({
  /** Unique across comments and posts, whose numbers overlap. */
  key: z.string(),
  text: z.string(),
  findings: z.array(z.object({ start: int, end: int, word: z.string() })),
  links: z.array(z.string()),
}).meta({ id: 'AdminWaiting' });
export type ReviewRowWire = z.infer<typeof ReviewRowWire>;
export const ReviewQueueReplyWire = namedObject('WaitingReply', {
  code: int,
  msg: z.string(),
  data: z.array(ReviewRowWire),
  total_count: int,
});
export const ReviewDecisionWire = namedObject('Review', {
  items: z
    .array(z.object({ kind: z.enum(['thread', 'reply', 'comment']), id }))
    .min(1)
    .max(MAX_ACTION_TARGETS),
  action: z.enum(['approve', 'reject']),
  ...reasonFields,
});

/** Posts with open reports, and posts pending review. */
export const WaitingCountsWire = namedObject('WaitingCounts', { reports: int, review: int });
export type WaitingCountsWire = z.infer<typeof WaitingCountsWire>;
export const WaitingCountsReplyWire = namedObject('WaitingCountsReply', {
  code: int,
  msg: z.string(),
  data: WaitingCountsWire,
});

/** Shared among moderators. */
export const UserNoteWire = namedObject('UserNote', {
  id: int,
  text: z.string(),
  writer: person,
  created_at: z.string(),
  edited_at: z.string().nullable(),
  /** The caller may change and remove it. */
  may_edit: z.boolean(),
});
export type UserNoteWire = z.infer<typeof UserNoteWire>;
export const UserNotesReplyWire = namedObject('UserNotesReply', {
  code: int,
  msg: z.string(),
  data: z.array(UserNoteWire),
});
const noteText = z.string().trim().min(1).max(MAX_USER_NOTE_CHARACTERS);
export const NewUserNoteWire = namedObject('NewUserNote', { user_id: id, text: noteText });
export const EditUserNoteWire = namedObject('EditUserNote', { text: noteText });

export const LogEntryWire = namedObject('LogEntry', {
  id: int,
  actor: person,
  action: z.string(),
  target: z.object({
    kind: z.enum(['thread', 'post', 'comment', 'user', 'forum', 'name']),
    id: int,
    name: z.string(),
  }),
  forum_id: int,
  /** For a thread, a post or a comment; else 0. */
  thread_id: int,
  reason: z.string(),
  detail: z.record(z.string(), z.unknown()),
  created_at: time,
});
export type LogEntryWire = z.infer<typeof LogEntryWire>;
export const LogReplyWire = namedObject('LogReply', {
  code: int,
  msg: z.string(),
  data: z.array(LogEntryWire),
  next: int.nullable(),
});
