import { z } from '@hono/zod-openapi';
import { DASHBOARD_PERIOD_DAYS } from '../../admin-choices.ts';
import { MAX_COUNTED_ROWS, MAX_QUICK_SEARCH_CHARACTERS } from '../../limits.ts';
import { JobItemWire, JobWire } from '../../wire/admin-job.ts';
import { AdminMeWire, QuickSearchReplyWire } from '../../wire/admin-me.ts';
import { AdminLogEntryWire } from '../../wire/admin-moderation.ts';
import { int, namedObject } from '../../wire/field-types.ts';
import { csvAnswer, table, tagged } from '../call-spec.ts';
import { optionalId, optionalText, past, requiredSearchText } from '../params.ts';

/** Lists all values, because the API's description would have only the first. */
const DashboardPeriodWire = z
  .literal(DASHBOARD_PERIOD_DAYS)
  .meta({ type: 'integer', enum: [...DASHBOARD_PERIOD_DAYS] });

/** One number per day, oldest first; the last is today so far. */
const series = z.array(int);

export const DashboardWire = namedObject('Dashboard', {
  /** YYYY-MM-DD in the community's time zone. */
  days: z.array(z.string()),
  replies: series,
  threads: series,
  users: series,
  reports: series,
  bans: series,
  waiting: z.object({
    reports: int,
    oldest_report: z.string().nullable(),
    review: int,
    failures: int,
    bans_ending: int,
  }),
  kinds: z.array(z.object({ kind: z.string(), count: int })),
  members: z.object({
    /** Counted by a job at most half an hour ago; null if it hasn't run lately. */
    counted: z
      .object({
        at: z.string(),
        /** Members active while logged in; null until today is counted. */
        active_day: int.nullable(),
        active_week: int,
        active_month: int,
        /** Threads of the last 30 days, older than a day. */
        threads: int,
        /** Threads that another person answered within a day. */
        answered: int,
      })
      .nullable(),
    /** By week of joining (its Monday), latest first; `returned`: active in the next week. */
    newcomers: z.array(z.object({ week: z.string(), joined: int, returned: int })),
  }),
  /** Latest entries of the action log. */
  actions: z.array(AdminLogEntryWire),
});
export type DashboardWire = z.infer<typeof DashboardWire>;

export const OperationWire = namedObject('Operation', {
  /** Version and build fingerprint. */
  version: z.string(),
  build: z.string(),
  database_bytes: int,
  /** The last backup; null without one. */
  backup: z.object({ at: z.string(), bytes: int }).nullable(),
  /** Expiry of the identity provider's certificate when last checked; null without one. */
  certificate: z
    .object({
      host: z.string(),
      ends_at: z.string().nullable(),
      error: z.string(),
      checked_at: z.string(),
    })
    .nullable(),
});
export type OperationWire = z.infer<typeof OperationWire>;

/** Days, 30 by default. */
const dashboardDays = (
  z.preprocess(
    (value) => (value ? Number(value) : 30),
    DashboardPeriodWire,
  ) as unknown as z.ZodDefault<typeof DashboardPeriodWire>
).meta(DashboardPeriodWire.meta() ?? {});

export const OVERVIEW_CALLS = tagged('admin', {
  'GET /v2/admin/me': {
    right: 'admin.read',
    summary: 'Returns the caller and the number of pending items',
    reply: AdminMeWire,
  },
  'GET /v2/admin/find': {
    right: 'admin.read',
    summary: 'Finds members, threads and forums by name, words or id',
    query: { q: requiredSearchText(MAX_QUICK_SEARCH_CHARACTERS) },
    reply: QuickSearchReplyWire,
  },
  'POST /v2/admin/logout': {
    right: 'admin.leave',
    summary: 'Ends the session of the admin area',
    description: 'The session of the site continues. /v1/login/logout ends both.',
  },

  'GET /v2/admin/dashboard': {
    right: 'admin.read',
    summary: 'Returns daily counts and the number of pending items',
    query: { days: dashboardDays },
    reply: DashboardWire,
  },
  'GET /v2/admin/dashboard.csv': {
    right: 'admin.read',
    summary: 'Downloads the daily counts as CSV',
    query: { days: dashboardDays },
    answers: csvAnswer,
  },
  'GET /v2/admin/operation': {
    right: 'admin.read',
    summary: 'Returns version, size, last backup and the identity provider’s certificate',
    reply: OperationWire,
  },

  'GET /v2/admin/log': {
    right: 'log.read',
    summary: 'Lists the actions of moderators and administrators, newest first',
    description: `\`kind\` is the noun of an action (thread), \`action\` one action (thread.delete). \`offset\` is at most ${MAX_COUNTED_ROWS}. Use \`past\` for older rows.`,
    ...table(AdminLogEntryWire, 'GET /v2/admin/log', {
      filters: {
        about: optionalText(100).meta({
          description:
            'An id of a target of the kind `target`, or of any kind; or a member’s name; or the name of a target without an id',
        }),
        action: optionalText(60),
        forum_id: optionalId,
        past,
      },
      csv: [
        'id',
        ['at', (row) => row.created_at],
        ['actor', (row) => row.actor.nickname],
        ['actor_id', (row) => row.actor.id],
        'action',
        ['target', (row) => row.target.kind],
        ['target_id', (row) => row.target.id || ''],
        ['target_name', (row) => row.target.name],
        ['forum', (row) => row.forum_name],
        'reason',
        'detail',
      ],
    }),
  },

  'GET /v2/admin/jobs': {
    right: 'admin.read',
    summary: 'Lists jobs, latest first',
    ...table(JobWire, 'GET /v2/admin/jobs', {}),
  },
  'GET /v2/admin/jobs/{id}': {
    right: 'admin.read',
    summary: 'Returns a job',
    reply: JobWire,
    errors: { 404: 'No such job' },
  },
  'GET /v2/admin/jobs/{id}/items': {
    right: 'admin.read',
    summary: 'Lists the results of a job',
    ...table(JobItemWire, 'GET /v2/admin/jobs/{id}/items', { csv: ['n', 'detail'] }),
  },
  'POST /v2/admin/jobs/{id}/cancel': {
    right: 'job.cancel',
    summary: 'Cancels a job after its current step',
    errors: { 404: 'No such job' },
  },
});
