import { createRoute, z } from '@hono/zod-openapi';
import { DASHBOARD_PERIOD_DAYS } from '#contracts/admin-choices.ts';
import { DashboardPeriodWire, DashboardWire } from '#contracts/wire/admin-dashboard.ts';
import { OperationWire } from '#contracts/wire/admin-operation.ts';
import { readDashboard } from '#domain/dashboard/read.ts';
import { readLatestActions } from '#domain/log/read.ts';
import { readOperation } from '#domain/operation/read.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import { createRouter } from '../../http/router.ts';
import { adminTags } from './admin-access.ts';
import { addAdminCall } from './admin-call.ts';
import { csvResponses, sendCsv } from './csv.ts';

export const adminDashboardRoutes = createRouter();

/** Entries of the log that are shown. */
const MAX_LATEST_ACTIONS = 6;

const dashboardQuery = z.object({
  days: z
    .preprocess((value) => (value ? Number(value) : 30), DashboardPeriodWire)
    .meta({ type: 'integer', enum: [...DASHBOARD_PERIOD_DAYS] }),
});

addAdminCall(adminDashboardRoutes, 'GET /v2/admin/dashboard', {
  right: 'admin.read',
  summary: 'What happened each day, and what waits for somebody',
  query: dashboardQuery,
  reply: DashboardWire,
  async run({ query: { days }, c }) {
    const { replica, env } = c.var.deps;
    const [dashboard, actions] = await Promise.all([
      readDashboard(replica, env.TIME_ZONE, days),
      readLatestActions(replica, { limit: MAX_LATEST_ACTIONS }),
    ]);
    return { ...dashboard, actions };
  },
});

const CSV_NUMBERS = ['replies', 'threads', 'users', 'reports', 'bans'] as const;

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
    const dashboard = await readDashboard(replica, env.TIME_ZONE, c.req.valid('query').days);
    async function* portions() {
      yield dashboard.days.map((day, index) => ({ day, index }));
    }
    const numbers = CSV_NUMBERS.map(
      (name) => [name, ({ index }: { index: number }) => dashboard[name][index]] as const,
    );
    return sendCsv(
      c,
      'days',
      { day: ({ day }: { day: string }) => day, ...Object.fromEntries(numbers) },
      portions(),
    );
  },
);

/** What operators ask first, beside how publishing is. */
addAdminCall(adminDashboardRoutes, 'GET /v2/admin/operation', {
  right: 'admin.read',
  summary: 'Version, size, last backup, and the identity provider’s certificate',
  reply: OperationWire,
  async run({ db, c }) {
    const { version = '', buildFingerprint = '' } = c.var.deps;
    return { version, build: buildFingerprint, ...(await readOperation(db)) };
  },
});
