import { createRoute, z } from '@hono/zod-openapi';
import { DASHBOARD_PERIOD_DAYS } from '#contracts/admin-choices.ts';
import { DashboardPeriodWire, DashboardWire } from '#contracts/wire/admin-dashboard.ts';
import { readDashboard } from '#domain/dashboard/read.ts';
import { readLatestActions } from '#domain/log/read.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import { createRouter, jsonResponses } from '../../http/router.ts';
import { adminTags } from './admin-access.ts';
import { csvResponses, sendCsv } from './csv.ts';

export const adminDashboardRoutes = createRouter();

/** Entries of the log that are shown. */
const MAX_LATEST_ACTIONS = 6;

const dashboardQuery = z.object({
  days: z
    .preprocess((value) => (value ? Number(value) : 30), DashboardPeriodWire)
    .meta({ type: 'integer', enum: [...DASHBOARD_PERIOD_DAYS] }),
});

adminDashboardRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/dashboard',
    ...requireRight('admin.read'),
    tags: adminTags,
    summary: 'What happened each day, and what waits for somebody',
    request: { query: dashboardQuery },
    responses: jsonResponses(DashboardWire),
  }),
  async (c) => {
    const { replica, env } = c.var.deps;
    const [dashboard, actions] = await Promise.all([
      readDashboard(replica, env.TIME_ZONE, c.req.valid('query').days),
      readLatestActions(replica, { limit: MAX_LATEST_ACTIONS }),
    ]);
    return c.json({ ...dashboard, actions }, 200);
  },
);

type DashboardDay = Record<'day', string> &
  Record<'replies' | 'threads' | 'users' | 'reports' | 'bans', number | undefined>;

adminDashboardRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/dashboard.csv',
    ...requireRight('admin.read'),
    tags: adminTags,
    summary: 'The days as a file',
    request: { query: dashboardQuery },
    responses: csvResponses,
  }),
  async (c) => {
    const { replica, env } = c.var.deps;
    const {
      days,
      replies: replied,
      threads,
      users,
      reports,
      bans,
    } = await readDashboard(replica, env.TIME_ZONE, c.req.valid('query').days);
    async function* portions(): AsyncGenerator<DashboardDay[]> {
      yield days.map((day, index) => ({
        day,
        replies: replied[index],
        threads: threads[index],
        users: users[index],
        reports: reports[index],
        bans: bans[index],
      }));
    }
    return sendCsv(
      c,
      'days',
      {
        day: (row) => row.day,
        replies: (row) => row.replies,
        threads: (row) => row.threads,
        users: (row) => row.users,
        reports: (row) => row.reports,
        bans: (row) => row.bans,
      },
      portions(),
    );
  },
);
