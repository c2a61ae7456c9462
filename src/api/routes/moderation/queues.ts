import { createRoute, z } from '@hono/zod-openapi';
import { isRightAnywhere, isRightInScope, type ModerationScope } from '#auth/moderation-scope.ts';
import {
  HandleReportWire,
  LogReplyWire,
  ReportsReplyWire,
  WaitingCountsReplyWire,
} from '#contracts/wire/moderation.ts';
import { LOG_TARGETS, type LogFilter, readActionLog } from '#domain/log/read.ts';
import { REPORT_STATES, readReports } from '#domain/report/list-reports.ts';
import { readWaitingCounts } from '#domain/review/waiting-counts.ts';
import { claimReport, handleReport, type ReportHandling } from '#moderation/handle-reports.ts';
import { requireModerator } from '../../http/caller.ts';
import { limitRate } from '../../http/middleware/limit-rate.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import {
  actionResponses,
  getActionContext,
  isFlagSet,
  parseLocalTime,
  sendActionResult,
} from '../../http/moderation-action.ts';
import {
  limit,
  oneOf,
  optionalId,
  optionalText,
  optionalTime,
  pageIndex,
  toLowerTimeBound,
  toUpperTimeBound,
} from '../../http/params.ts';
import { createRouter, jsonBody, jsonResponses } from '../../http/router.ts';
import { addReportCaseRoutes } from './report-cases.ts';
import { addUserNoteRoutes } from './user-notes.ts';

/* What waits for moderators, and what they did: reports (R28), the action log. */

const tags = ['moderation'];

export const moderationQueueRoutes = createRouter();

addReportCaseRoutes(moderationQueueRoutes, {
  path: '/v2/moderation/reports',
  undoPath: '/v2/moderation/actions',
  tags,
});
addUserNoteRoutes(moderationQueueRoutes, { path: '/v2/moderation/notes', tags });

moderationQueueRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/moderation/waiting',
    tags,
    ...requireRight('report.handle'),
    summary: 'How much waits in the forums that the caller moderates',
    description: '`reports`: posts with open reports. `review`: what waits for review.',
    responses: jsonResponses(WaitingCountsReplyWire),
  }),
  async (c) => {
    const scope = c.var.moderationScope as ModerationScope;
    const mayReview = isRightAnywhere(scope, 'review.handle');
    const data = await readWaitingCounts(c.var.deps.db, requireModerator(c), mayReview);
    return c.json({ code: 0, msg: 'ok', data }, 200);
  },
);

moderationQueueRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v1/user/report',
    tags,
    ...requireRight('report.handle'),
    summary: 'Reports of the forums that the caller moderates, the newest first',
    description:
      '`state`: waiting (open and taken), open, taken, handled, all. `kind` is a `type` of /v1/thread/post/report/list. `claimed=me` gives those that the caller has claimed.',
    request: {
      query: z.object({
        state: oneOf(['waiting', 'open', 'taken', 'handled', 'all'], 'waiting'),
        forum_id: optionalId,
        kind: optionalText(40),
        claimed: oneOf(['any', 'me'], 'any'),
        offset: pageIndex,
        limit: limit(20),
      }),
    },
    responses: jsonResponses(ReportsReplyWire),
  }),
  async (c) => {
    const { state, forum_id, kind, claimed, offset, limit: pageSize } = c.req.valid('query');
    const moderator = requireModerator(c);
    const states =
      state === 'all'
        ? REPORT_STATES
        : state === 'waiting'
          ? (['open', 'taken'] as const)
          : [state];
    const { data, total } = await readReports(c.var.deps.db, moderator, {
      states,
      forumId: forum_id || undefined,
      kind,
      takenBy: claimed === 'me' ? moderator.userId : undefined,
      offset: offset * pageSize,
      limit: pageSize,
    });
    return c.json(
      { code: 0, msg: 'ok', data, total_count: total, total_limit: pageSize, total_offset: offset },
      200,
    );
  },
);

moderationQueueRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v1/user/report',
    tags,
    ...requireRight('report.handle', limitRate('moderate')),
    summary: 'Claims or handles a report',
    description:
      '`action`: `claim` and `unclaim`; `dismiss`, `delete` (the post; a first post with its thread), `warn` (its author; needs `note`), `ban` (its author; needs `note`, takes begin_at, end_at, hide_thread as /v1/user/crime). The other open reports of the same post are handled along, and everybody who reported it is told. 409 when it was handled, or another moderator has claimed it.',
    request: { body: jsonBody(HandleReportWire) },
    responses: actionResponses,
  }),
  async (c) => {
    const { id, action, begin_at, end_at, hide_thread, ...body } = c.req.valid('json');
    const context = getActionContext(c, body);
    if (action === 'claim' || action === 'unclaim')
      return sendActionResult(c, await claimReport(context, id, action === 'claim'));
    const reach = c.var.moderationScope as ModerationScope;
    const handling: ReportHandling = {
      id,
      outcome: action,
      beginAt: parseLocalTime('begin_at', begin_at),
      endAt: parseLocalTime('end_at', end_at),
      hide: isFlagSet(hide_thread),
      hasRight: (right, forumId) => isRightInScope(reach, right, forumId),
    };
    return sendActionResult(c, await handleReport(context, handling));
  },
);

moderationQueueRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/moderation/log',
    tags,
    ...requireRight('log.read'),
    summary: 'What moderators did, the newest first',
    description:
      'Everything for those who moderate everywhere; of their forums, and their own acts, for others. `target`: thread, post, comment, user or forum, with `target_id` one of them. `action` is one (thread.delete) or all of a noun (thread). `next` is `before` of the next page, null on the last.',
    request: {
      query: z.object({
        target: oneOf(['any', ...LOG_TARGETS], 'any'),
        target_id: optionalId,
        actor_id: optionalId,
        action: optionalText(60),
        forum_id: optionalId,
        from: optionalTime,
        to: optionalTime,
        before: optionalId,
        limit: limit(50),
      }),
    },
    responses: jsonResponses(LogReplyWire),
  }),
  async (c) => {
    const { target, target_id, actor_id, forum_id, from, to, before, ...query } =
      c.req.valid('query');
    const filter: LogFilter = {
      target: target === 'any' ? undefined : target,
      targetId: target_id || undefined,
      actorId: actor_id || undefined,
      action: query.action,
      forumId: forum_id || undefined,
      from: toLowerTimeBound(c, from),
      to: toUpperTimeBound(c, to),
    };
    const page = { beforeId: before || undefined, limit: query.limit };
    const moderator = requireModerator(c);
    const { data, next } = await readActionLog(c.var.deps.replica, moderator, filter, page);
    return c.json({ code: 0, msg: 'ok', data, next }, 200);
  },
);
