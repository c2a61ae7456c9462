import { z } from '@hono/zod-openapi';
import { clearSessionCookies, getSessionCookie } from '#auth/cookies.ts';
import { getFreshUntil } from '#auth/guards.ts';
import { endSession } from '#auth/session.ts';
import { AdminMeWire, QuickSearchReplyWire } from '#contracts/wire/admin-me.ts';
import { readSidebarCounts } from '#domain/dashboard/read.ts';
import { readPublishingProblems } from '#domain/publishing/read.ts';
import { quickSearch } from '#domain/quick-search/read.ts';
import { countOpenSteps } from '#domain/setup/read.ts';
import { logSignIn } from '#domain/sign-in/log-sign-in.ts';
import { readCurrentAdmin } from '#domain/user/current-admin.ts';
import { requiredSearchText } from '../../http/params.ts';
import { createRouter } from '../../http/router.ts';
import { getAdministrator } from './admin-access.ts';
import { addAdminCall } from './admin-call.ts';

/* Who is in the admin area, and what the shell around its screens asks for. */

export const adminMeRoutes = createRouter();

addAdminCall(adminMeRoutes, 'GET /v2/admin/me', {
  right: 'admin.read',
  summary: 'Who is logged in to the admin area, and what waits',
  reply: AdminMeWire,
  async run({ db, actorId, c }) {
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
      fresh_until: getFreshUntil(getAdministrator(c))?.toISOString() ?? null,
      counts: { ...counts, setup },
      troubles,
      mail: env.SMTP_URL !== undefined,
    };
  },
});

addAdminCall(adminMeRoutes, 'GET /v2/admin/find', {
  right: 'admin.read',
  summary: 'People, threads and forums by a name, by words or by a number',
  query: z.object({ q: requiredSearchText(60) }),
  reply: QuickSearchReplyWire,
  run: ({ query, c }) => quickSearch(c.var.deps.replica, query.q),
});

addAdminCall(adminMeRoutes, 'POST /v2/admin/logout', {
  right: 'admin.leave',
  summary: 'Ends the session of the admin area',
  description: 'The session of the site goes on; /v1/login/logout ends both.',
  async run({ db, c }) {
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
});
