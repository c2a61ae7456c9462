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
    summary: 'Performs any moderator action, or undoes one',
    description: 'Works as POST /v2/moderation/actions, with the session of the admin area.',
    body: PerformActionWire,
    ...adminAction,
  },

  'GET /v2/admin/reports': listReportCases,
  'GET /v2/admin/reports/open': {
    right: 'report.handle',
    summary: 'Counts the posts with open reports and returns the oldest time',
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
    summary: 'Lists the items pending review, oldest first',
    description:
      '`reason`: words (sensitive words), edit (an edit added sensitive words), captcha (not solved), newcomer (a new account links to other sites).',
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
    summary: 'Approves items pending review, or rejects them',
    description:
      'If one item is no longer pending (409), none is changed. `notify` notifies the authors, with `note` as the reason.',
    body: AdminReviewDecisionWire,
    ...adminAction,
  },

  'GET /v2/admin/written': {
    right: 'admin.read',
    summary: 'Lists threads or replies, newest first',
    description: `\`q\`: words, matched as in the search of the site. \`author\`: a name or an id. \`offset\` is at most ${MAX_COUNTED_ROWS}. Use \`past\` for older rows.`,
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
    summary: 'Deletes deleted threads or replies permanently',
    description:
      'Starts a job, which skips content that is no longer deleted. The action log records the job, but not the text. This can’t be undone.',
    body: PurgeContentWire,
    reply: JobStartedWire,
  },
});
