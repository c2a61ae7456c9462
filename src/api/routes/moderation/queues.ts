import { isRightAnywhere, isRightInScope, type ModerationScope } from '#auth/moderation-scope.ts';
import { readActionLog } from '#domain/log/read.ts';
import { REPORT_STATES, readReports } from '#domain/reports/list-reports.ts';
import { readPendingCounts } from '#domain/reports/review/pending-counts.ts';
import { claimReport, handleReport } from '#moderation/handle-reports.ts';
import { decideReview } from '#moderation/review-decision.ts';
import { answerCalls } from '../../http/answer-calls.ts';
import { requireModerator } from '../../http/caller.ts';
import {
  completeAction,
  getActionContext,
  isFlagSet,
  parseLocalTime,
} from '../../http/moderation-action.ts';
import { toLowerTimeBound, toUpperTimeBound } from '../../http/time-bounds.ts';
import { createCaseHandler, listReportCases, showReportCase } from './report-cases.ts';
import { readReviewRows } from './review-rows.ts';
import { addNote, editNote, listNotes, removeNote } from './user-notes.ts';

/* Moderators' queues: reports (R28), pending reviews (R14, R32), the action log. */

export const moderationQueueRoutes = answerCalls({
  'GET /v2/moderation/reports': listReportCases,
  'GET /v2/moderation/reports/{id}': showReportCase,
  'POST /v2/moderation/reports/{id}': createCaseHandler('/v2/moderation/actions'),
  'GET /v2/moderation/notes': listNotes,
  'POST /v2/moderation/notes': addNote,
  'PUT /v2/moderation/notes/{id}': editNote,
  'DELETE /v2/moderation/notes/{id}': removeNote,

  'GET /v2/moderation/waiting': (c, { db }) => {
    const scope = c.var.moderationScope as ModerationScope;
    return readPendingCounts(db, requireModerator(c), isRightAnywhere(scope, 'review.handle'));
  },

  'GET /v1/user/report': async (c, { db, query }) => {
    const { state, forum_id, kind, claimed, offset, limit } = query;
    const moderator = requireModerator(c);
    const states =
      state === 'all'
        ? REPORT_STATES
        : state === 'waiting'
          ? (['open', 'taken'] as const)
          : [state];
    const { data, total } = await readReports(db, moderator, {
      states,
      forumId: forum_id || undefined,
      kind,
      takenBy: claimed === 'me' ? moderator.userId : undefined,
      offset: offset * limit,
      limit,
    });
    return { data, total_count: total, total_limit: limit, total_offset: offset };
  },

  'POST /v1/user/report': async (c, { body: sent }) => {
    const { id, action, begin_at, end_at, hide_thread, ...body } = sent;
    const context = getActionContext(c, body);
    if (action === 'claim' || action === 'unclaim')
      return completeAction(c, await claimReport(context, id, action === 'claim'));
    const scope = c.var.moderationScope as ModerationScope;
    const result = await handleReport(context, {
      id,
      outcome: action,
      beginAt: parseLocalTime('begin_at', begin_at),
      endAt: parseLocalTime('end_at', end_at),
      hide: isFlagSet(hide_thread),
      hasRight: (right, forumId) => isRightInScope(scope, right, forumId),
    });
    return completeAction(c, result);
  },

  'GET /v2/moderation/review': async (c, { query: { kind, ...query } }) => {
    const wantedKind = kind === 'any' ? undefined : kind;
    const { rows, total } = await readReviewRows(c, { ...query, kind: wantedKind });
    return { data: rows, total_count: total };
  },

  'POST /v2/moderation/review': async (c, { body: { items, action, ...body } }) =>
    completeAction(c, await decideReview(getActionContext(c, body), items, action === 'approve')),

  'GET /v2/moderation/log': (c, { db, query }) => {
    const filter = {
      target: query.target === 'any' ? undefined : query.target,
      targetId: query.target_id || undefined,
      actorId: query.actor_id || undefined,
      action: query.action,
      forumId: query.forum_id || undefined,
      from: toLowerTimeBound(c, query.from),
      to: toUpperTimeBound(c, query.to),
    };
    const page = { beforeId: query.before || undefined, limit: query.limit };
    return readActionLog(db, requireModerator(c), filter, page);
  },
});
