import { z } from 'zod';
import { ACTS_AT_ONCE, NOTE_MAX } from '../limits.ts';
import { REPORT_KINDS, type ReportKind } from '../report-kinds.ts';
import { type ActedWire, LogEntryWire, ReviewWire, WaitingWire } from './moderation.ts';
import { int } from './scalars.ts';

/*
 * What the admin area's screens of reports, of what waits for review, of threads and replies, and
 * of the log are made from.
 */

const person = z.object({ id: int, nickname: z.string() });
const face = person.extend({ avatar: z.string() });
const place = {
  forum_id: int,
  forum_name: z.string(),
  forum_name_en: z.string(),
  thread_id: int,
  subject: z.string(),
};
const id = z.number().int().min(1).max(2_147_483_647);
const note = z.string().trim().max(NOTE_MAX).default('');

export const REPORT_TABS = ['open', 'mine', 'handled', 'all'] as const;
export const REPORT_TYPES = REPORT_KINDS.map((one) => one.type) as [ReportKind, ...ReportKind[]];

/**
 * Reports of one post that are open together, or were handled together; `id` is the first of them.
 */
export const CaseWire = z
  .object({
    id: int,
    ...place,
    post_id: int,
    storey: int,
    excerpt: z.string(),
    language: z.string(),
    post_state: z.string(),
    author: person,
    kinds: z.array(z.object({ kind: z.string(), count: int })),
    reports: int,
    taken_by: person.nullable(),
    handled_by: person.nullable(),
    handled_at: z.string().nullable(),
    outcome: z.string(),
    note: z.string(),
    created_at: z.string(),
  })
  .meta({ id: 'ReportCase' });
export type CaseWire = z.infer<typeof CaseWire>;

export const OpenCasesWire = z
  .object({ open: int, mine: int, oldest: z.string().nullable() })
  .meta({ id: 'OpenReportCases' });
export type OpenCasesWire = z.infer<typeof OpenCasesWire>;

export const CaseDetailWire = CaseWire.extend({
  /**
   * Sent back with what is done, so that nothing is done to what somebody else has changed
   * meanwhile.
   */
  version: z.string(),
  message: z.string(),
  posted_at: z.string(),
  edited_at: z.string().nullable(),
  /**
   * What the post answers: the reply that it quotes, else the thread's first post; null for a first
   * post.
   */
  answers: z.object({ author: z.string(), storey: int, excerpt: z.string() }).nullable(),
  author: face.extend({
    level: int,
    posts: int,
    created_at: z.string(),
    upheld: int,
    warnings: int,
    bans: int,
    banned_until: z.string().nullable(),
  }),
  reporters: z.array(
    face.extend({
      kind: z.string(),
      message: z.string(),
      created_at: z.string(),
      handled: int,
      upheld: int,
    }),
  ),
}).meta({ id: 'ReportCaseDetail' });
export type CaseDetailWire = z.infer<typeof CaseDetailWire>;

export const HandleCaseWire = z
  .object({
    action: z.enum(['claim', 'unclaim', 'dismiss', 'delete', 'deleteAndWarn', 'warn', 'ban']),
    version: z.string().max(30),
    note,
    notify: z.boolean().default(false),
    begin_at: z.string().max(30).nullish(),
    end_at: z.string().max(30).nullish(),
    hide_content: z.boolean().default(false),
  })
  .meta({ id: 'HandleReportCase' });
export type CaseAction = z.infer<typeof HandleCaseWire>['action'];

export const WAITING_REASONS = ['words', 'edit', 'captcha', 'newcomer'] as const;

export const AdminWaitingWire = WaitingWire.extend({
  /** Of the table: comments and posts have numbers of their own. */
  key: z.string(),
  text: z.string(),
  findings: z.array(z.object({ start: int, end: int, word: z.string() })),
  links: z.array(z.string()),
}).meta({ id: 'AdminWaiting' });
export type AdminWaitingWire = z.infer<typeof AdminWaitingWire>;

export const AdminReviewWire = z
  .object({
    items: ReviewWire.shape.items,
    action: ReviewWire.shape.action,
    note,
    notify: z.boolean().default(false),
  })
  .meta({ id: 'AdminReview' });

export const WRITTEN_STATES = ['normal', 'waiting', 'hidden', 'deleted'] as const;
export type WrittenState = (typeof WRITTEN_STATES)[number];
export const WRITTEN_KINDS = ['thread', 'reply'] as const;
export type WrittenKind = (typeof WRITTEN_KINDS)[number];

export const WrittenWire = z
  .object({
    /** The thread's number, or the reply's. */
    id: int,
    ...place,
    post_id: int,
    storey: int,
    excerpt: z.string(),
    author: person,
    state: z.enum(WRITTEN_STATES),
    /** Of a reply: its thread's. */
    thread_state: z.enum(WRITTEN_STATES),
    replies: int,
    created_at: z.string(),
    deleted_at: z.string().nullable(),
    deleted_by: z.string().nullable(),
  })
  .meta({ id: 'AdminWritten' });
export type WrittenWire = z.infer<typeof WrittenWire>;

export const ActOnWrittenWire = z
  .object({
    kind: z.enum(WRITTEN_KINDS),
    ids: z.array(id).min(1).max(ACTS_AT_ONCE),
    note,
    notify: z.boolean().default(false),
  })
  .meta({ id: 'ActOnWritten' });
export const MoveWrittenWire = z
  .object({
    ids: z.array(id).min(1).max(ACTS_AT_ONCE),
    forum_id: id,
    theme_id: id.optional(),
    note,
    notify: z.boolean().default(false),
  })
  .meta({ id: 'MoveWritten' });
export const PurgeWire = z
  .object({ kind: z.enum(WRITTEN_KINDS), ids: z.array(id).min(1).max(ACTS_AT_ONCE), note })
  .meta({ id: 'Purge' });
export type ActedReply = z.infer<typeof ActedWire>;

export const LOG_KINDS = [
  'thread',
  'post',
  'comment',
  'user',
  'report',
  'forum',
  'section',
  'theme',
  'config',
  'words',
  'publishing',
  'job',
  'group',
  'token',
] as const;
export const AdminLogEntryWire = LogEntryWire.extend({
  forum_name: z.string(),
  forum_name_en: z.string(),
  thread_id: int,
}).meta({ id: 'AdminLogEntry' });
export type AdminLogEntryWire = z.infer<typeof AdminLogEntryWire>;
