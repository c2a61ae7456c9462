import { clearSessionCookies, getSessionCookie } from '#auth/cookies.ts';
import { getFreshUntil, requireActor } from '#auth/guards.ts';
import { endSession } from '#auth/session.ts';
import { readLatestActions } from '#domain/log/read.ts';
import { readDashboard, readSidebarCounts } from '#domain/operations/dashboard/read.ts';
import { readMembers } from '#domain/operations/dashboard/read-members.ts';
import { readPublishingProblems } from '#domain/operations/publishing/read.ts';
import { readOperation } from '#domain/operations/read.ts';
import { countOpenSteps } from '#domain/operations/setup/read.ts';
import { logSignIn } from '#domain/people/sign-in/log-sign-in.ts';
import { readCurrentAdmin } from '#domain/people/user-for-admin.ts';
import { quickSearch } from '#domain/search/quick/read.ts';
import { answerCalls } from '../../http/answer-calls.ts';
import { getReads } from '../../http/own-writes.ts';
import { sendCsv } from './csv.ts';

/** Log entries on the dashboard. */
const MAX_LATEST_ACTIONS = 6;

const CSV_NUMBERS = ['replies', 'threads', 'users', 'reports', 'bans'] as const;

export const adminOverviewRoutes = answerCalls({
  'GET /v2/admin/me': async (c, { db, actorId }) => {
    const { env } = c.var.deps;
    const [me, counts, setup, troubles] = await Promise.all([
      readCurrentAdmin(db, actorId),
      readSidebarCounts(db),
      countOpenSteps(db, env),
      readPublishingProblems(db),
    ]);
    return {
      ...me,
      time_zone: env.TIME_ZONE,
      fresh_until: getFreshUntil(requireActor(c))?.toISOString() ?? null,
      counts: { ...counts, setup },
      troubles,
      mail: env.SMTP_URL !== undefined,
    };
  },

  'GET /v2/admin/find': (c, { query }) => quickSearch(getReads(c), query.q),

  'POST /v2/admin/logout': async (c, { db }) => {
    const { env } = c.var.deps;
    const token = getSessionCookie(c, env, 'admin');
    const ended = token === undefined ? undefined : await endSession(db, token);
    if (ended)
      await logSignIn(db, {
        userId: ended.userId,
        kind: 'admin',
        event: 'logout',
        ip: c.var.ip,
        userAgent: c.req.header('user-agent') ?? '',
      });
    clearSessionCookies(c, env, 'admin');
  },

  'GET /v2/admin/dashboard': async (c, { query: { days } }) => {
    const { env } = c.var.deps;
    const reads = getReads(c);
    const [dashboard, members, actions] = await Promise.all([
      readDashboard(reads, env.TIME_ZONE, days),
      readMembers(reads, env.TIME_ZONE),
      readLatestActions(reads, { limit: MAX_LATEST_ACTIONS }),
    ]);
    return { ...dashboard, members, actions };
  },

  'GET /v2/admin/dashboard.csv': async (c, { query: { days } }) => {
    const { env } = c.var.deps;
    const reads = getReads(c);
    const dashboard = await readDashboard(reads, env.TIME_ZONE, days);
    async function* portions() {
      yield dashboard.days.map((day, index) => ({ day, index }));
    }
    const numbers = CSV_NUMBERS.map(
      (name) => [name, ({ index }: { index: number }) => dashboard[name][index]] as const,
    );
    return sendCsv(c, 'days', ['day', ...numbers], portions());
  },

  'GET /v2/admin/operation': async (c, { db }) => {
    const { version = '', buildFingerprint = '' } = c.var.deps;
    return { version, build: buildFingerprint, ...(await readOperation(db)) };
  },
});
