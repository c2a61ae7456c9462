import { CONTENT_KINDS } from '../../admin-choices.ts';
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
import { oneOf, past } from '../params.ts';

export const CONTENT_CALLS = tagged('admin', {
  'POST /v2/admin/actions': {
    right: ACTION_RIGHTS,
    summary: 'Performs any action of moderators, or undoes one',
    description: 'As POST /v2/moderation/actions, by the session of the admin area.',
    body: PerformActionWire,
    ...adminAction,
  },

  'GET /v2/admin/reports': listReportCases,
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
    ...table(ReviewRowWire, 'GET /v2/admin/review', {
      csv: [
        'kind',
        'id',
        'reason',
        ['words', (row) => [...new Set(row.findings.map(({ word }) => word))].join('; ')],
        ['links', (row) => row.links.join(' ')],
        ['forum', (row) => row.forum_name],
        ['thread', (row) => row.subject],
        'text',
        ['author', (row) => row.author.nickname],
        ['author_id', (row) => row.author.id],
        'created_at',
      ],
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
    ...table(AdminContentWire, 'GET /v2/admin/written', {
      filters: { kind: oneOf(CONTENT_KINDS, 'thread'), past },
      csv: [
        'id',
        'thread_id',
        'subject',
        ['floor', (row) => row.storey],
        ['text', (row) => row.excerpt],
        ['forum', (row) => row.forum_name],
        ['author', (row) => row.author.nickname],
        ['author_id', (row) => row.author.id],
        'state',
        'created_at',
        'deleted_at',
        'deleted_by',
      ],
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
