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
    summary: 'How much waits in the forums that the caller moderates',
    description: '`reports`: posts with open reports. `review`: what waits for review.',
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
    summary: 'Reports of the forums that the caller moderates, the newest first',
    description:
      '`state`: waiting (open and taken), open, taken, handled, all. `kind` is a `type` of /v1/thread/post/report/list. `claimed=me` gives those that the caller has claimed.',
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
      '`action`: `claim` and `unclaim`; `dismiss`, `delete` (the post; a first post with its thread), `warn` (its author; needs `note`), `ban` (its author; needs `note`, takes begin_at, end_at, hide_thread as /v1/user/crime). The other open reports of the same post are handled along, and everybody who reported it is told. 409 when it was handled, or another moderator has claimed it.',
    body: HandleReportWire,
    ...action,
  },

  'GET /v2/moderation/review': {
    right: 'review.handle',
    summary: 'What waits for review in the forums that the caller moderates; the oldest first',
    description:
      '`reason`: words (sensitive ones), captcha (passed without being solved), newcomer (links in a first post), edit (words came in later). `offset` counts rows.',
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
    summary: 'Lets through what waits, or rejects it',
    description:
      'Approving shows and counts it, gives its author the credit and tells whom writing it would have told; rejecting deletes it. 409 for what doesn’t wait any more. With `is_notify` 1 the author is told.',
    body: ReviewDecisionWire,
    ...action,
  },

  'GET /v2/moderation/log': {
    right: 'log.read',
    summary: 'What moderators did, the newest first',
    description:
      'Everything for those who moderate everywhere; of their forums, and their own acts, for others. `target`: thread, post, comment, user or forum, with `target_id` one of them. `action` is one (thread.delete) or all of a noun (thread). `next` is `before` of the next page, null on the last.',
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
