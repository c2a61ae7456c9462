import { createRoute, z } from '@hono/zod-openapi';
import { REPORT_KIND_CODES, REPORT_TABS } from '#contracts/admin-choices.ts';
import { AppError } from '#contracts/errors.ts';
import {
  HandleReportCaseWire,
  OpenReportCasesWire,
  ReportCaseDetailWire,
  ReportCaseWire,
} from '#contracts/wire/admin-moderation.ts';
import { tableReply } from '#contracts/wire/admin-replies.ts';
import { claimReportCase, handleReport, type ReportHandling } from '#moderation/handle-reports.ts';
import {
  exportReportCases,
  REPORT_CASE_ORDERS,
  readOpenReportCases,
  readReportCase,
  readReportCases,
} from '#moderation/report-cases.ts';
import { requireModerator } from '../../http/caller.ts';
import type { ApiContext } from '../../http/context.ts';
import { limitRate } from '../../http/middleware/limit-rate.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import { getActionContext, parseLocalTime } from '../../http/moderation-action.ts';
import { oneOf, optionalId, requiredId } from '../../http/params.ts';
import { createRouter, jsonBody, jsonResponses } from '../../http/router.ts';
import { adminActionResponses, sendAdminActionResult, toAdminReason } from './action-result.ts';
import { adminTags, getAdministrator } from './admin-access.ts';
import { csvResponses, sendCsv } from './csv.ts';
import { optionalChoice, tableQuery } from './table-query.ts';

/* Reports (R28), those of one post together. */

export const adminReportRoutes = createRouter();

const idParam = z.object({ id: requiredId });
const reportsQuery = tableQuery(REPORT_CASE_ORDERS, 'created_at', {
  tab: oneOf(REPORT_TABS, 'open'),
  kind: optionalChoice(REPORT_KIND_CODES),
  forum_id: optionalId,
  language: optionalChoice(['zh_CN', 'en_US']),
});
const toCaseFilter = (
  c: ApiContext,
  { tab, kind, forum_id, language }: z.output<typeof reportsQuery>,
) => ({
  tab,
  kind,
  forumId: forum_id || undefined,
  language,
  userId: getAdministrator(c).userId,
});

adminReportRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/reports',
    ...requireRight('report.handle'),
    tags: adminTags,
    summary: 'Reported posts',
    description: '`tab`: open, mine (claimed by the caller), handled, all.',
    request: { query: reportsQuery },
    responses: jsonResponses(tableReply(ReportCaseWire)),
  }),
  async (c) => {
    const query = c.req.valid('query');
    return c.json(
      await readReportCases(
        c.var.deps.db,
        toCaseFilter(c, query),
        query.sort,
        query.offset,
        query.limit,
      ),
      200,
    );
  },
);

adminReportRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/reports.csv',
    ...requireRight('report.handle'),
    tags: adminTags,
    summary: 'The same as a file, all of it',
    request: { query: reportsQuery },
    responses: csvResponses,
  }),
  (c) => {
    const query = c.req.valid('query');
    return sendCsv(
      c,
      'reports',
      {
        id: (row) => row.id,
        kinds: (row) => row.kinds.map((one) => `${one.kind} ${one.count}`).join('; '),
        reports: (row) => row.reports,
        forum: (row) => row.forum_name,
        thread: (row) => row.subject,
        thread_id: (row) => row.thread_id,
        post_id: (row) => row.post_id,
        text: (row) => row.excerpt,
        author: (row) => row.author.nickname,
        author_id: (row) => row.author.id,
        claimed_by: (row) => row.taken_by?.nickname,
        handled_by: (row) => row.handled_by?.nickname,
        handled_at: (row) => row.handled_at,
        outcome: (row) => row.outcome,
        note: (row) => row.note,
        created_at: (row) => row.created_at,
      },
      exportReportCases(c.var.deps.db, toCaseFilter(c, query), query.sort),
    );
  },
);

adminReportRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/reports/open',
    ...requireRight('report.handle'),
    tags: adminTags,
    summary: 'How many posts wait with reports, and since when',
    responses: jsonResponses(OpenReportCasesWire),
  }),
  async (c) => c.json(await readOpenReportCases(c.var.deps.db, getAdministrator(c).userId), 200),
);

adminReportRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/reports/{id}',
    ...requireRight('report.handle'),
    tags: adminTags,
    summary: 'A reported post',
    request: { params: idParam },
    responses: { ...jsonResponses(ReportCaseDetailWire), 404: { description: 'No such report' } },
  }),
  async (c) => {
    const reportCase = await readReportCase(c.var.deps.db, c.req.valid('param').id);
    if (!reportCase) throw new AppError('notFound');
    return c.json(reportCase, 200);
  },
);

adminReportRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v2/admin/reports/{id}',
    ...requireRight('report.handle', limitRate('moderate')),
    tags: adminTags,
    summary: 'Claims or handles the reports of a post',
    description:
      '`deleteAndWarn`, `warn` and `ban` need a `note`. A ban takes `begin_at` and `end_at` as /api/v1/user/crime does. Everybody who reported the post is told what came of it; its author is told of warnings and bans, and with `notify` of a deletion. 409 `conflict` with the present state in `err_payload` when it isn’t what `version` saw.',
    request: { params: idParam, body: jsonBody(HandleReportCaseWire) },
    responses: adminActionResponses,
  }),
  async (c) => {
    const { id } = c.req.valid('param');
    const { action, version, begin_at, end_at, hide_content, ...body } = c.req.valid('json');
    const moderator = requireModerator(c);
    try {
      if (action === 'claim' || action === 'unclaim')
        return await sendAdminActionResult(
          c,
          await claimReportCase(getActionContext(c), moderator, id, action === 'claim', version),
        );
      const handling: ReportHandling = {
        id,
        outcome: action === 'deleteAndWarn' ? ('delete' as const) : action,
        alsoWarns: action === 'deleteAndWarn',
        expectedVersion: version,
        beginAt: parseLocalTime('begin_at', begin_at),
        endAt: parseLocalTime('end_at', end_at),
        hide: hide_content,
        mayBan: true,
        mayDelete: () => true,
      };
      return await sendAdminActionResult(
        c,
        await handleReport(getActionContext(c), moderator, toAdminReason(body), handling),
      );
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'conflict') throw error;
      throw new AppError('conflict', {
        payload: await readReportCase(c.var.deps.db, id),
        cause: error,
      });
    }
  },
);
