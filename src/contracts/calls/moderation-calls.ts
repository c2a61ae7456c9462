import { z } from 'zod';
import {
  HandleReportCaseWire,
  ReportCaseDetailWire,
  ReportCaseWire,
} from '../wire/admin-moderation.ts';
import { AdminActionResultWire, tableReply } from '../wire/admin-replies.ts';
import { int } from '../wire/field-types.ts';
import { ForumBriefWire } from '../wire/forum.ts';
import {
  BanRequestWire,
  EditUserNoteWire,
  LogReplyWire,
  ModerationActionReplyWire,
  NewUserNoteWire,
  PerformActionWire,
  ReviewDecisionWire,
  ReviewQueueReplyWire,
  UserNotesReplyWire,
  WaitingCountsReplyWire,
  WarningsReplyWire,
  WarnReplyWire,
  WarnWire,
} from '../wire/moderation.ts';
import {
  ModeratedForumReplyWire,
  ModeratedThreadReplyWire,
  ModeratedUserReplyWire,
} from '../wire/moderator-view.ts';
import { OkReplyWire } from '../wire/replies.ts';
import type { CallSpecs } from './call-spec.ts';

/* Calls of moderators on the site's pages; see admin-calls.ts for those of the admin area. */

export const MODERATION_CALLS = {
  'GET /v2/moderation/thread': {
    query: {
      id: int,
      page: int.optional(),
      last: int.optional(),
      posts: z.string().optional(),
    },
    reply: ModeratedThreadReplyWire,
  },
  'GET /v2/moderation/forum': { query: { id: int }, reply: ModeratedForumReplyWire },
  'GET /v2/moderation/person': { query: { user_id: int }, reply: ModeratedUserReplyWire },
  'GET /v2/moderation/warnings': { query: { user_id: int }, reply: WarningsReplyWire },

  'POST /v2/moderation/actions': {
    body: PerformActionWire,
    reply: ModerationActionReplyWire,
  },
  'POST /v1/thread/warning': { body: WarnWire, reply: WarnReplyWire },
  'GET /v2/moderation/waiting': { reply: WaitingCountsReplyWire },
  'GET /v2/moderation/reports': { table: true, reply: tableReply(ReportCaseWire) },
  'GET /v2/moderation/reports/{id}': { reply: ReportCaseDetailWire },
  'POST /v2/moderation/reports/{id}': { body: HandleReportCaseWire, reply: AdminActionResultWire },
  'GET /v2/moderation/review': {
    query: { forum_id: int.optional(), offset: int.optional(), limit: int.optional() },
    reply: ReviewQueueReplyWire,
  },
  'POST /v2/moderation/review': { body: ReviewDecisionWire, reply: ModerationActionReplyWire },
  'GET /v2/moderation/log': {
    query: { forum_id: int.optional(), before: int.optional() },
    reply: LogReplyWire,
  },
  'GET /v2/moderation/notes': { query: { user_id: int }, reply: UserNotesReplyWire },
  'POST /v2/moderation/notes': { body: NewUserNoteWire, reply: OkReplyWire },
  'PUT /v2/moderation/notes/{id}': { body: EditUserNoteWire, reply: OkReplyWire },
  'DELETE /v2/moderation/notes/{id}': { reply: OkReplyWire },
  'GET /v1/user/forum': { reply: z.array(ForumBriefWire) },
  'POST /v1/user/crime': { body: BanRequestWire, reply: ModerationActionReplyWire },
} satisfies CallSpecs;
