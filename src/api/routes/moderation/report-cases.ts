import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { isRightInScope, type ModerationScope } from '#auth/moderation-scope.ts';
import { REPORT_KIND_CODES, REPORT_TABS } from '#contracts/admin-choices.ts';
import { AppError } from '#contracts/errors.ts';
import {
  HandleReportCaseWire,
  REPORT_CASE_ACTIONS,
  type ReportCaseAction,
  ReportCaseDetailWire,
  ReportCaseWire,
} from '#contracts/wire/admin-moderation.ts';
import { tableReply } from '#contracts/wire/admin-replies.ts';
import { REPORT_CASE_ORDERS, readReportCase, readReportCases } from '#domain/report/cases.ts';
import {
  claimReportCase,
  handleReport,
  type ReportHandling,
  RIGHT_OF_OUTCOME,
} from '#moderation/handle-reports.ts';
import { requireModerator } from '../../http/caller.ts';
import type { ApiContext, ApiEnv } from '../../http/context.ts';
import { limitRate } from '../../http/middleware/limit-rate.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import {
  adminActionResponses,
  getActionContext,
  parseLocalTime,
  sendAdminActionResult,
} from '../../http/moderation-action.ts';
import { oneOf, optionalId, requiredId } from '../../http/params.ts';
import { jsonBody, jsonResponses } from '../../http/router.ts';
import { optionalChoice, tableQuery } from '../admin/table-query.ts';

/* Reports (R28), those of one post together: for moderators, and in the admin area. */

const idParam = z.object({ id: requiredId });
export const reportCasesQuery = tableQuery(REPORT_CASE_ORDERS, 'created_at', {
  tab: oneOf(REPORT_TABS, 'open'),
  kind: optionalChoice(REPORT_KIND_CODES),
  forum_id: optionalId,
  language: optionalChoice(['zh_CN', 'en_US']),
});
export const toCaseFilter = (
  c: ApiContext,
  { tab, kind, forum_id, language }: z.output<typeof reportCasesQuery>,
) => ({
  tab,
  kind,
  forumId: forum_id || undefined,
  language,
  moderator: requireModerator(c),
});

/** What the caller may do with the reports of a post. */
function getCaseActions(c: ApiContext, forumId: number): ReportCaseAction[] {
  const scope = c.var.moderationScope as ModerationScope;
  const has = (outcome: keyof typeof RIGHT_OF_OUTCOME) =>
    isRightInScope(scope, RIGHT_OF_OUTCOME[outcome], forumId);
  return REPORT_CASE_ACTIONS.filter((action) =>
    action === 'deleteAndWarn'
      ? has('delete') && has('warn')
      : !(action in RIGHT_OF_OUTCOME) || has(action as keyof typeof RIGHT_OF_OUTCOME),
  );
}

async function readCase(c: ApiContext, id: number) {
  const reportCase = await readReportCase(c.var.deps.db, requireModerator(c), id);
  return (
    reportCase && {
      ...reportCase,
      actions: getCaseActions(c, reportCase.forum_id),
      time_zone: c.var.deps.env.TIME_ZONE,
    }
  );
}

function toHandling(
  c: ApiContext,
  id: number,
  {
    action,
    version,
    begin_at,
    end_at,
    hide_content,
  }: z.output<typeof HandleReportCaseWire> & { action: Exclude<ReportCaseAction, ClaimAction> },
): ReportHandling {
  const scope = c.var.moderationScope as ModerationScope;
  return {
    id,
    outcome: action === 'deleteAndWarn' ? 'delete' : action,
    alsoWarns: action === 'deleteAndWarn',
    expectedVersion: version,
    beginAt: parseLocalTime('begin_at', begin_at),
    endAt: parseLocalTime('end_at', end_at),
    hide: hide_content,
    hasRight: (right, forumId) => isRightInScope(scope, right, forumId),
  };
}
type ClaimAction = 'claim' | 'unclaim';

/** Adds the calls for cases of reports below an address, whose undo is a call of `undoPath`. */
export function addReportCaseRoutes(
  router: OpenAPIHono<ApiEnv>,
  { path, undoPath, tags }: { path: string; undoPath: string; tags: string[] },
): void {
  router.openapi(
    createRoute({
      method: 'get',
      path,
      ...requireRight('report.handle'),
      tags,
      summary: 'Reported posts of the forums that the caller moderates',
      description: '`tab`: open, mine (claimed by the caller), handled, all.',
      request: { query: reportCasesQuery },
      responses: jsonResponses(tableReply(ReportCaseWire)),
    }),
    async (c) => {
      const query = c.req.valid('query');
      const { sort, offset, limit } = query;
      const filter = toCaseFilter(c, query);
      return c.json(await readReportCases(c.var.deps.db, filter, sort, offset, limit), 200);
    },
  );

  router.openapi(
    createRoute({
      method: 'get',
      path: `${path}/{id}`,
      ...requireRight('report.handle'),
      tags,
      summary: 'A reported post',
      description: '`actions`: what the caller may do.',
      request: { params: idParam },
      responses: { ...jsonResponses(ReportCaseDetailWire), 404: { description: 'No such report' } },
    }),
    async (c) => {
      const reportCase = await readCase(c, c.req.valid('param').id);
      if (!reportCase) throw new AppError('notFound');
      return c.json(reportCase, 200);
    },
  );

  router.openapi(
    createRoute({
      method: 'post',
      path: `${path}/{id}`,
      ...requireRight('report.handle', limitRate('moderate')),
      tags,
      summary: 'Claims or handles the reports of a post',
      description:
        '`deleteAndWarn`, `warn` and `ban` need a `note`. A ban takes `begin_at` and `end_at` as /api/v1/user/crime does. Everybody who reported the post is told what came of it; its author is told of warnings and bans, and with `notify` of a deletion. 409 `conflict` with the present state in `err_payload` when it isn’t what `version` saw.',
      request: { params: idParam, body: jsonBody(HandleReportCaseWire) },
      responses: adminActionResponses,
    }),
    async (c) => {
      const { id } = c.req.valid('param');
      const body = c.req.valid('json');
      const { action, version } = body;
      const context = getActionContext(c, body);
      try {
        const result =
          action === 'claim' || action === 'unclaim'
            ? await claimReportCase(context, id, action === 'claim', version)
            : await handleReport(context, toHandling(c, id, { ...body, action }));
        return await sendAdminActionResult(c, result, undoPath);
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'conflict') throw error;
        throw new AppError('conflict', { payload: await readCase(c, id), cause: error });
      }
    },
  );
}
