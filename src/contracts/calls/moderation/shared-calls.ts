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
    404: '`notFound`: err_payload names what isn’t there',
    409: '`conflict`: somebody else was there before; err_payload names the targets',
  },
} as const;

export const listReportCases = {
  right: 'report.handle',
  summary: 'Reported posts of the forums that the caller moderates',
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
  summary: 'A reported post',
  description: '`actions`: what the caller may do.',
  reply: ReportCaseDetailWire,
  errors: { 404: 'No such report' },
} as const;
export const handleReportCase = {
  right: 'report.handle',
  summary: 'Claims or handles the reports of a post',
  description:
    '`deleteAndWarn`, `warn` and `ban` need a `note`. A ban takes `begin_at` and `end_at` as /api/v1/user/crime does. Everybody who reported the post is told what came of it; its author is told of warnings and bans, and with `notify` of a deletion. 409 `conflict` with the present state in `err_payload` when it isn’t what `version` saw.',
  body: HandleReportCaseWire,
  ...adminAction,
} as const;

const changeNote = {
  right: 'user.note',
  rate: 'moderate',
  errors: { 403: '`forbidden`: another moderator’s', 404: 'No such note' },
} as const;

export const listNotes = {
  right: 'user.note',
  summary: 'What moderators noted on a user, the newest first',
  description: 'Nothing of who asks.',
  query: { user_id: requiredId },
  reply: UserNotesReplyWire,
} as const;
export const addNote = {
  right: 'user.note',
  rate: 'moderate',
  summary: 'Notes something on a user, for moderators and administrators alone',
  description: 'Errors: `notFound`, `malformed` (on oneself), `limit` (there are too many).',
  body: NewUserNoteWire,
} as const;
export const editNote = {
  ...changeNote,
  summary: 'Changes a note: its writer and administrators may',
  body: EditUserNoteWire,
} as const;
export const removeNote = {
  ...changeNote,
  summary: 'Removes a note: its writer and administrators may',
} as const;
