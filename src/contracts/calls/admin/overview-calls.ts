import { z } from '@hono/zod-openapi';
import { LOG_TARGET_KINDS, LOG_TARGETS } from '../../admin-choices.ts';
import { JOB_KINDS, JOB_STATES } from '../../jobs.ts';
import { MAX_COUNTED_ROWS } from '../../limits.ts';
import { DashboardPeriodWire, DashboardWire } from '../../wire/admin-dashboard.ts';
import { JobItemWire, JobWire } from '../../wire/admin-job.ts';
import { AdminMeWire, QuickSearchReplyWire } from '../../wire/admin-me.ts';
import { AdminLogEntryWire } from '../../wire/admin-moderation.ts';
import { OperationWire } from '../../wire/admin-operation.ts';
import { csvAnswer, table, tagged } from '../call-spec.ts';
import {
  optionalChoice,
  optionalId,
  optionalText,
  optionalTime,
  past,
  personFilter,
  requiredSearchText,
} from '../params.ts';

/** A number of days; 30 unless one is sent. */
const dashboardDays = (
  z.preprocess(
    (value) => (value ? Number(value) : 30),
    DashboardPeriodWire,
  ) as unknown as z.ZodDefault<typeof DashboardPeriodWire>
).meta(DashboardPeriodWire.meta() ?? {});

export const OVERVIEW_CALLS = tagged('admin', {
  'GET /v2/admin/me': {
    right: 'admin.read',
    summary: 'Who is logged in to the admin area, and what waits',
    reply: AdminMeWire,
  },
  'GET /v2/admin/find': {
    right: 'admin.read',
    summary: 'People, threads and forums by a name, by words or by a number',
    query: { q: requiredSearchText(60) },
    reply: QuickSearchReplyWire,
  },
  'POST /v2/admin/logout': {
    right: 'admin.leave',
    summary: 'Ends the session of the admin area',
    description: 'The session of the site goes on; /v1/login/logout ends both.',
  },

  'GET /v2/admin/dashboard': {
    right: 'admin.read',
    summary: 'What happened each day, and what waits for somebody',
    query: { days: dashboardDays },
    reply: DashboardWire,
  },
  'GET /v2/admin/dashboard.csv': {
    right: 'admin.read',
    summary: 'The days as a file',
    query: { days: dashboardDays },
    answers: csvAnswer,
  },
  'GET /v2/admin/operation': {
    right: 'admin.read',
    summary: 'Version, size, last backup, and the identity provider’s certificate',
    reply: OperationWire,
  },

  'GET /v2/admin/log': {
    right: 'log.read',
    summary: 'What moderators and administrators did, the newest first',
    description: `\`kind\` is the noun of an act (thread), \`action\` one act (thread.delete). \`offset\` is at most ${MAX_COUNTED_ROWS}: what lies further back is behind \`past\`.`,
    ...table(AdminLogEntryWire, {
      orders: ['created_at'],
      sort: '-created_at',
      filters: {
        target: optionalChoice([...LOG_TARGETS, 'name']),
        about: optionalText(100).meta({
          description:
            'A number of what `target` says, or of any; or a person’s name, or that of what has no number',
        }),
        actor: personFilter,
        kind: optionalChoice(LOG_TARGET_KINDS),
        action: optionalText(60),
        forum_id: optionalId,
        from: optionalTime,
        to: optionalTime,
        past,
      },
      csv: true,
    }),
  },

  'GET /v2/admin/jobs': {
    right: 'admin.read',
    summary: 'Jobs, the latest first',
    ...table(JobWire, {
      orders: ['id'],
      sort: '-id',
      filters: { kind: optionalChoice(JOB_KINDS), state: optionalChoice(JOB_STATES) },
    }),
  },
  'GET /v2/admin/jobs/{id}': {
    right: 'admin.read',
    summary: 'A job',
    reply: JobWire,
    errors: { 404: 'No such job' },
  },
  'GET /v2/admin/jobs/{id}/items': {
    right: 'admin.read',
    summary: 'What a job found',
    ...table(JobItemWire, { orders: ['n'], sort: 'n', filters: {} }),
  },
  'GET /v2/admin/jobs/{id}/items.csv': {
    right: 'admin.read',
    summary: 'The same as a file',
    answers: csvAnswer,
  },
  'POST /v2/admin/jobs/{id}/cancel': {
    right: 'job.cancel',
    summary: 'Ends a job at its next step',
    errors: { 404: 'No such job' },
  },
});
