import { createRoute, z } from '@hono/zod-openapi';
import { DashboardWire, PERIODS } from '#contracts/wire/admin-dashboard.ts';
import { readDashboard } from '#domain/dashboard/read.ts';
import { readLatestActs } from '#moderation/log.ts';
import { may } from '../middleware/may.ts';
import { replies, router } from '../router.ts';
import { tags } from './area.ts';
import { csvReply, sendCsv } from './csv.ts';

export const adminDashboard = router();

/** Entries of the log that are shown. */
const LATEST = 6;

const query = z.object({
  days: z.preprocess((value) => (value ? Number(value) : 30), z.literal(PERIODS)),
});

adminDashboard.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/dashboard',
    ...may('admin.read'),
    tags,
    summary: 'What happened each day, and what waits for somebody',
    request: { query },
    responses: replies(DashboardWire),
  }),
  async (c) => {
    const { replica, env } = c.var.deps;
    const [seen, actions] = await Promise.all([
      readDashboard(replica, env.TIME_ZONE, c.req.valid('query').days),
      readLatestActs(replica, LATEST),
    ]);
    return c.json({ ...seen, actions }, 200);
  },
);

type Day = Record<'day', string> &
  Record<'replies' | 'threads' | 'users' | 'reports' | 'bans', number | undefined>;

adminDashboard.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/dashboard.csv',
    ...may('admin.read'),
    tags,
    summary: 'The days as a file',
    request: { query },
    responses: csvReply,
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
    async function* portions(): AsyncGenerator<Day[]> {
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
