import { createRoute, z } from '@hono/zod-openapi';
import { AppError } from '#contracts/errors.ts';
import {
  CaseDetailWire,
  CaseWire,
  HandleCaseWire,
  OpenCasesWire,
  REPORT_TABS,
  REPORT_TYPES,
} from '#contracts/wire/admin-moderation.ts';
import {
  CASE_ORDERS,
  exportCases,
  readCase,
  readCases,
  readOpenCases,
} from '#moderation/report-cases.ts';
import { claimCase, handleReport } from '#moderation/reports.ts';
import type { Ctx } from '../context.ts';
import { may } from '../middleware/may.ts';
import { rate } from '../middleware/rate.ts';
import { localTime, placeOf } from '../moderating.ts';
import { oneOf, optionalId, requiredId } from '../params.ts';
import { jsonBody, replies, router } from '../router.ts';
import { moderatorOf } from '../speaking.ts';
import { adminActed, answerHere, reasonOf } from './acted.ts';
import { administrator, tags } from './area.ts';
import { csvReply, sendCsv } from './csv.ts';
import { choice, tableQuery, tableReply } from './table.ts';

/* Reports (R28), those of one post together. */

export const adminReports = router();

const params = z.object({ id: requiredId });
const query = tableQuery(CASE_ORDERS, 'created_at', {
  tab: oneOf(REPORT_TABS, 'open'),
  kind: choice(REPORT_TYPES),
  forum_id: optionalId,
  language: choice(['zh_CN', 'en_US']),
});
const filterOf = (c: Ctx, { tab, kind, forum_id, language }: z.output<typeof query>) => ({
  tab,
  kind,
  forumId: forum_id || undefined,
  language,
  userId: administrator(c).userId,
});

adminReports.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/reports',
    ...may('report.handle'),
    tags,
    summary: 'Reported posts',
    description: '`tab`: open, mine (claimed by the caller), handled, all.',
    request: { query },
    responses: replies(tableReply(CaseWire)),
  }),
  async (c) => {
    const asked = c.req.valid('query');
    return c.json(
      await readCases(c.var.deps.db, filterOf(c, asked), asked.sort, asked.offset, asked.limit),
      200,
    );
  },
);

adminReports.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/reports.csv',
    ...may('report.handle'),
    tags,
    summary: 'The same as a file, all of it',
    request: { query },
    responses: csvReply,
  }),
  (c) => {
    const asked = c.req.valid('query');
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
      exportCases(c.var.deps.db, filterOf(c, asked), asked.sort),
    );
  },
);

adminReports.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/reports/open',
    ...may('report.handle'),
    tags,
    summary: 'How many posts wait with reports, and since when',
    responses: replies(OpenCasesWire),
  }),
  async (c) => c.json(await readOpenCases(c.var.deps.db, administrator(c).userId), 200),
);

adminReports.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/reports/{id}',
    ...may('report.handle'),
    tags,
    summary: 'A reported post',
    request: { params },
    responses: { ...replies(CaseDetailWire), 404: { description: 'No such report' } },
  }),
  async (c) => {
    const found = await readCase(c.var.deps.db, c.req.valid('param').id);
    if (!found) throw new AppError('notFound');
    return c.json(found, 200);
  },
);

adminReports.openapi(
  createRoute({
    method: 'post',
    path: '/v2/admin/reports/{id}',
    ...may('report.handle', rate('moderate')),
    tags,
    summary: 'Claims or handles the reports of a post',
    description:
      '`deleteAndWarn`, `warn` and `ban` need a `note`. A ban takes `begin_at` and `end_at` as /api/v1/user/crime does. Everybody who reported the post is told what came of it; its author is told of warnings and bans, and with `notify` of a deletion. 409 `conflict` with the present state in `err_payload` when it isn’t what `version` saw.',
    request: { params, body: jsonBody(HandleCaseWire) },
    responses: adminActed,
  }),
  async (c) => {
    const { id } = c.req.valid('param');
    const { action, version, begin_at, end_at, hide_content, ...body } = c.req.valid('json');
    const moderator = moderatorOf(c);
    try {
      if (action === 'claim' || action === 'unclaim')
        return await answerHere(
          c,
          await claimCase(placeOf(c), moderator, id, action === 'claim', version),
        );
      const handling = {
        id,
        outcome: action === 'deleteAndWarn' ? ('delete' as const) : action,
        warnToo: action === 'deleteAndWarn',
        seen: version,
        beginAt: localTime('begin_at', begin_at),
        endAt: localTime('end_at', end_at),
        hide: hide_content,
        mayBan: true,
        mayDelete: () => true,
      };
      return await answerHere(
        c,
        await handleReport(placeOf(c), moderator, reasonOf(body), handling),
      );
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'conflict') throw error;
      throw new AppError('conflict', { payload: await readCase(c.var.deps.db, id), cause: error });
    }
  },
);
