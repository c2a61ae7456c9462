import { CONTENT_KINDS, CONTENT_STATES, HOLD_REASONS } from '../../admin-choices.ts';
import { MAX_COUNTED_ROWS } from '../../limits.ts';
import { ACTION_RIGHTS } from '../../moderation-actions.ts';
import { JobStartedWire } from '../../wire/admin-job.ts';
import {
  AdminContentWire,
  AdminReviewDecisionWire,
  OpenReportCasesWire,
  PurgeContentWire,
} from '../../wire/admin-moderation.ts';
import { PerformActionWire, ReviewRowWire } from '../../wire/moderation.ts';
import { table, tagged } from '../call-spec.ts';
import {
  addNote,
  adminAction,
  editNote,
  handleReportCase,
  listNotes,
  listReportCases,
  readReportCase,
  removeNote,
} from '../moderation/shared-calls.ts';
import { oneOf, optionalChoice, optionalId, optionalTime, past, personFilter } from '../params.ts';

export const CONTENT_CALLS = tagged('admin', {
  'POST /v2/admin/actions': {
    right: ACTION_RIGHTS,
    summary: 'Performs any action of moderators, or undoes one',
    description: 'As POST /v2/moderation/actions, by the session of the admin area.',
    body: PerformActionWire,
    ...adminAction,
  },

  'GET /v2/admin/reports': {
    ...listReportCases,
    table: { ...listReportCases.table, csv: true },
  },
  'GET /v2/admin/reports/open': {
    right: 'report.handle',
    summary: 'How many posts wait with reports, and since when',
    reply: OpenReportCasesWire,
  },
  'GET /v2/admin/reports/{id}': readReportCase,
  'POST /v2/admin/reports/{id}': handleReportCase,
  'GET /v2/admin/notes': listNotes,
  'POST /v2/admin/notes': addNote,
  'PUT /v2/admin/notes/{id}': editNote,
  'DELETE /v2/admin/notes/{id}': removeNote,

  'GET /v2/admin/review': {
    right: 'review.handle',
    summary: 'What waits for review, the longest wait first',
    description:
      '`reason`: words (sensitive ones), edit (words came in later), captcha (passed without being solved), newcomer (a new account links to other sites).',
    ...table(ReviewRowWire, {
      orders: ['created_at'],
      sort: 'created_at',
      filters: {
        kind: optionalChoice(['thread', 'reply', 'comment']),
        reason: optionalChoice(HOLD_REASONS),
        forum_id: optionalId,
      },
      csv: true,
    }),
  },
  'POST /v2/admin/review': {
    right: 'review.handle',
    summary: 'Lets through what waits, or rejects it',
    description:
      'All of it or, when something doesn’t wait any more (409), nothing. With `notify` the authors are told, with `note` as the reason.',
    body: AdminReviewDecisionWire,
    ...adminAction,
  },

  'GET /v2/admin/written': {
    right: 'admin.read',
    summary: 'Threads or replies, the newest first',
    description: `\`q\`: words, found as the site's search finds them. \`author\`: a name or a number. \`offset\` is at most ${MAX_COUNTED_ROWS}: what lies further back is behind \`past\`.`,
    ...table(AdminContentWire, {
      orders: ['created_at'],
      sort: '-created_at',
      filters: {
        kind: oneOf(CONTENT_KINDS, 'thread'),
        author: personFilter,
        forum_id: optionalId,
        state: optionalChoice(CONTENT_STATES),
        from: optionalTime,
        to: optionalTime,
        past,
      },
      csv: true,
    }),
  },
  'POST /v2/admin/written/purge': {
    right: 'content.purge',
    rate: 'moderate',
    summary: 'Removes deleted threads or replies for good',
    description:
      'A job; what isn’t deleted by then is left alone. The action log keeps that it was done, nothing keeps the text. This can’t be undone.',
    body: PurgeContentWire,
    reply: JobStartedWire,
  },
});
