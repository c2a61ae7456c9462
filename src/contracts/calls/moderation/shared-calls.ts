import { REPORT_TABS } from '../../admin-choices.ts';
import {
  HandleReportCaseWire,
  ReportCaseDetailWire,
  ReportCaseWire,
} from '../../wire/admin-moderation.ts';
import { AdminActionResultWire } from '../../wire/admin-replies.ts';
import { EditUserNoteWire, NewUserNoteWire, UserNotesReplyWire } from '../../wire/moderation.ts';
import { table } from '../call-spec.ts';
import { oneOf, requiredId } from '../params.ts';

/* Calls of moderators on the site, shared with the admin area. */

/** Shared by action calls whose reply has the changes and their undo. */
export const adminAction = {
  rate: 'moderate',
  reply: AdminActionResultWire,
  errors: {
    404: '`notFound`: err_payload names the missing targets',
    409: '`conflict`: another moderator changed it first; err_payload names the targets',
  },
} as const;

export const listReportCases = {
  right: 'report.handle',
  summary: 'Lists the reported posts of the forums that the caller moderates',
  description: '`tab`: open, mine (claimed by the caller), handled, all.',
  ...table(ReportCaseWire, 'GET /v2/admin/reports', {
    filters: { tab: oneOf(REPORT_TABS, 'open') },
    csv: [
      'id',
      'item',
      ['kinds', (row) => row.kinds.map(({ kind, count }) => `${kind} ${count}`).join('; ')],
      'reports',
      ['forum', (row) => row.forum_name],
      ['thread', (row) => row.subject],
      'thread_id',
      'post_id',
      ['text', (row) => row.excerpt],
      ['author', (row) => row.author.nickname],
      ['author_id', (row) => row.author.id],
      ['claimed_by', (row) => row.taken_by?.nickname],
      ['handled_by', (row) => row.handled_by?.nickname],
      'handled_at',
      'outcome',
      'note',
      'created_at',
    ],
  }),
} as const;
export const readReportCase = {
  right: 'report.handle',
  summary: 'Returns a reported post with its reports',
  description: '`actions`: the actions that the caller may perform.',
  reply: ReportCaseDetailWire,
  errors: { 404: 'No such report' },
} as const;
export const handleReportCase = {
  right: 'report.handle',
  summary: 'Claims or handles the reports of a post',
  description:
    '`deleteAndWarn`, `warn` and `ban` need a `note`. A ban accepts `begin_at` and `end_at` as /api/v1/user/crime. The call notifies all who reported the post. It notifies the author of a warning or a ban, and with `notify` of a deletion. Returns 409 `conflict` with the current state in `err_payload` if `version` is outdated.',
  body: HandleReportCaseWire,
  ...adminAction,
} as const;

const changeNote = {
  right: 'user.note',
  rate: 'moderate',
  errors: { 403: '`forbidden`: the note of another moderator', 404: 'No such note' },
} as const;

export const listNotes = {
  right: 'user.note',
  summary: 'Lists the moderators’ notes about a member, newest first',
  description: 'Returns no notes about the caller.',
  query: { user_id: requiredId },
  reply: UserNotesReplyWire,
} as const;
export const addNote = {
  right: 'user.note',
  rate: 'moderate',
  summary: 'Adds a note about a member, visible to moderators and administrators only',
  description: 'Errors: `notFound`, `malformed` (a note about oneself), `limit` (too many notes).',
  body: NewUserNoteWire,
} as const;
export const editNote = {
  ...changeNote,
  summary: 'Edits a note; only its author and administrators may',
  body: EditUserNoteWire,
} as const;
export const removeNote = {
  ...changeNote,
  summary: 'Deletes a note; only its author and administrators may',
} as const;
