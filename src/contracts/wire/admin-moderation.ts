import { z } from 'zod';
import { CONTENT_KINDS, CONTENT_STATES } from '../admin-choices.ts';
import { MAX_ACTION_TARGETS, MAX_REASON_CHARACTERS } from '../limits.ts';
import { int, namedObject } from './field-types.ts';
import { LogEntryWire, ReviewDecisionWire } from './moderation.ts';

/* Reports, the review queue, content and the log in the admin area. */

const person = z.object({ id: int, nickname: z.string() });
const personWithAvatar = person.extend({ avatar: z.string() });
const threadFields = {
  forum_id: int,
  forum_name: z.string(),
  forum_name_en: z.string(),
  thread_id: int,
  subject: z.string(),
};
const id = z.number().int().min(1).max(2_147_483_647);
const note = z.string().trim().max(MAX_REASON_CHARACTERS).default('');

const REPORTED_ITEMS = ['thread', 'reply', 'comment', 'letter'] as const;

/** Reports of one post, open or handled together; `id` is the first. */
export const ReportCaseWire = namedObject('ReportCase', {
  id: int,
  /** For a private message, fields of threads and posts are 0 and ''. */
  item: z.enum(REPORTED_ITEMS),
  ...threadFields,
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
});
export type ReportCaseWire = z.infer<typeof ReportCaseWire>;

export const OpenReportCasesWire = namedObject('OpenReportCases', {
  open: int,
  mine: int,
  oldest: z.string().nullable(),
});
export type OpenReportCasesWire = z.infer<typeof OpenReportCasesWire>;

export const REPORT_CASE_ACTIONS = [
  'claim',
  'unclaim',
  'dismiss',
  'delete',
  'deleteAndWarn',
  'warn',
  'ban',
] as const;

export const ReportCaseDetailWire = ReportCaseWire.extend({
  /** Returned with an action, which fails if somebody changed the content meanwhile. */
  version: z.string(),
  actions: z.array(z.enum(REPORT_CASE_ACTIONS)),
  /** The community's, for ban times. */
  time_zone: z.string(),
  message: z.string(),
  posted_at: z.string(),
  edited_at: z.string().nullable(),
  /** The quoted reply or first post; for a comment the reply above. Null for other items. */
  answers: z.object({ author: z.string(), storey: int, excerpt: z.string() }).nullable(),
  author: personWithAvatar.extend({
    level: int,
    posts: int,
    created_at: z.string(),
    upheld: int,
    warnings: int,
    bans: int,
    banned_until: z.string().nullable(),
  }),
  reporters: z.array(
    personWithAvatar.extend({
      kind: z.string(),
      message: z.string(),
      created_at: z.string(),
      handled: int,
      upheld: int,
    }),
  ),
}).meta({ id: 'ReportCaseDetail' });
export type ReportCaseDetailWire = z.infer<typeof ReportCaseDetailWire>;

export const HandleReportCaseWire = namedObject('HandleReportCase', {
  action: z.enum(REPORT_CASE_ACTIONS),
  version: z.string().max(30),
  note,
  notify: z.boolean().default(false),
  begin_at: z.string().max(30).nullish(),
  end_at: z.string().max(30).nullish(),
  hide_content: z.boolean().default(false),
});
export type ReportCaseAction = z.infer<typeof HandleReportCaseWire>['action'];

export const AdminReviewDecisionWire = namedObject('AdminReview', {
  items: ReviewDecisionWire.shape.items,
  action: ReviewDecisionWire.shape.action,
  note,
  notify: z.boolean().default(false),
});

export const AdminContentWire = namedObject('AdminWritten', {
  /** Of the thread or the reply. */
  id: int,
  ...threadFields,
  post_id: int,
  storey: int,
  excerpt: z.string(),
  author: person,
  state: z.enum(CONTENT_STATES),
  /** For a reply: its thread's. */
  thread_state: z.enum(CONTENT_STATES),
  replies: int,
  created_at: z.string(),
  deleted_at: z.string().nullable(),
  deleted_by: z.string().nullable(),
});
export type AdminContentWire = z.infer<typeof AdminContentWire>;

export const PurgeContentWire = namedObject('Purge', {
  kind: z.enum(CONTENT_KINDS),
  ids: z.array(id).min(1).max(MAX_ACTION_TARGETS),
  note,
});

export const AdminLogEntryWire = LogEntryWire.extend({
  forum_name: z.string(),
  forum_name_en: z.string(),
}).meta({ id: 'AdminLogEntry' });
export type AdminLogEntryWire = z.infer<typeof AdminLogEntryWire>;
