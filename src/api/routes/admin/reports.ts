import { createRoute } from '@hono/zod-openapi';
import { OpenReportCasesWire } from '#contracts/wire/admin-moderation.ts';
import { exportReportCases, readOpenReportCases } from '#domain/report/cases.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import { createRouter, jsonResponses } from '../../http/router.ts';
import { addReportCaseRoutes, reportCasesQuery, toCaseFilter } from '../moderation/report-cases.ts';
import { addUserNoteRoutes } from '../moderation/user-notes.ts';
import { adminTags, getAdministrator } from './admin-access.ts';
import { csvResponses, sendCsv } from './csv.ts';

/* Reports (R28) in the admin area. */

export const adminReportRoutes = createRouter();

adminReportRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/reports.csv',
    ...requireRight('report.handle'),
    tags: adminTags,
    summary: 'Reported posts as a file, all of them',
    request: { query: reportCasesQuery },
    responses: csvResponses,
  }),
  (c) => {
    const query = c.req.valid('query');
    return sendCsv(
      c,
      'reports',
      {
        id: (row) => row.id,
        item: (row) => row.item,
        kinds: (row) => row.kinds.map(({ kind, count }) => `${kind} ${count}`).join('; '),
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

addUserNoteRoutes(adminReportRoutes, { path: '/v2/admin/notes', tags: adminTags });
addReportCaseRoutes(adminReportRoutes, {
  path: '/v2/admin/reports',
  undoPath: '/v2/admin/actions',
  tags: adminTags,
});
