import { LOG_TARGETS } from '../../admin-choices.ts';
import {
  HandleReportWire,
  LogReplyWire,
  ReportsReplyWire,
  ReviewDecisionWire,
  ReviewQueueReplyWire,
  WaitingCountsReplyWire,
} from '../../wire/moderation.ts';
import { tagged } from '../call-spec.ts';
import {
  limit,
  oneOf,
  optionalId,
  optionalText,
  optionalTime,
  pageIndex,
  rowOffset,
} from '../params.ts';
import { action } from './action-calls.ts';
import {
  addNote,
  editNote,
  handleReportCase,
  listNotes,
  listReportCases,
  readReportCase,
  removeNote,
} from './shared-calls.ts';

export const MODERATION_QUEUE_CALLS = tagged('moderation', {
  'GET /v2/moderation/waiting': {
    right: 'report.handle',
    summary: 'Counts the pending items in the forums that the caller moderates',
    description: '`reports`: posts with open reports. `review`: items pending review.',
    reply: WaitingCountsReplyWire,
  },

  'GET /v2/moderation/reports': {
    ...listReportCases,
    table: { ...listReportCases.table, csv: undefined },
  },
  'GET /v2/moderation/reports/{id}': readReportCase,
  'POST /v2/moderation/reports/{id}': handleReportCase,
  'GET /v1/user/report': {
    right: 'report.handle',
    summary: 'Lists the reports of the forums that the caller moderates, newest first',
    description:
      '`state`: waiting (open and taken), open, taken, handled, all. `kind` is a `type` of /v1/thread/post/report/list. `claimed=me` returns only those claimed by the caller.',
    query: {
      state: oneOf(['waiting', 'open', 'taken', 'handled', 'all'], 'waiting'),
      forum_id: optionalId,
      kind: optionalText(40),
      claimed: oneOf(['any', 'me'], 'any'),
      offset: pageIndex,
      limit: limit(20),
    },
    reply: ReportsReplyWire,
  },
  'POST /v1/user/report': {
    right: 'report.handle',
    summary: 'Claims or handles a report',
    description:
      '`action`: `claim`, `unclaim`, `dismiss`, `delete` (the post; a first post with its thread), `warn` (the author; needs `note`), `ban` (the author; needs `note`, accepts begin_at, end_at and hide_thread as /v1/user/crime). The call also handles the other open reports of the post, and notifies all who reported it. Returns 409 if it was handled, or claimed by another moderator.',
    body: HandleReportWire,
    ...action,
  },

  'GET /v2/moderation/review': {
    right: 'review.handle',
    summary: 'Lists the items pending review in the caller’s forums, oldest first',
    description:
      '`reason`: words (sensitive words), captcha (not solved), newcomer (links of a new member), edit (an edit added sensitive words). `offset` counts rows.',
    query: {
      forum_id: optionalId,
      kind: oneOf(['any', 'thread', 'reply', 'comment'], 'any'),
      offset: rowOffset,
      limit: limit(20),
    },
    reply: ReviewQueueReplyWire,
  },
  'POST /v2/moderation/review': {
    right: 'review.handle',
    summary: 'Approves items pending review, or rejects them',
    description:
      'Approving publishes and counts the item, credits its author and notifies the members concerned. Rejecting deletes it. Returns 409 if an item is no longer pending. `is_notify` 1 notifies the author.',
    body: ReviewDecisionWire,
    ...action,
  },

  'GET /v2/moderation/log': {
    right: 'log.read',
    summary: 'Lists the actions of moderators, newest first',
    description:
      'Moderators of all forums see everything. Others see the actions in their forums and their own. `target`: thread, post, comment, user or forum; `target_id` selects one. `action` is one action (thread.delete) or all actions on a noun (thread). Send `next` as `before` to get the next page; it is null on the last.',
    query: {
      target: oneOf(['any', ...LOG_TARGETS], 'any'),
      target_id: optionalId,
      actor_id: optionalId,
      action: optionalText(60),
      forum_id: optionalId,
      from: optionalTime,
      to: optionalTime,
      before: optionalId,
      limit: limit(50),
    },
    reply: LogReplyWire,
  },

  'GET /v2/moderation/notes': listNotes,
  'POST /v2/moderation/notes': addNote,
  'PUT /v2/moderation/notes/{id}': editNote,
  'DELETE /v2/moderation/notes/{id}': removeNote,
});
