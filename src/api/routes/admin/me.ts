import { createRoute, z } from '@hono/zod-openapi';
import { clearSessionCookies, getSessionCookie } from '#auth/cookies.ts';
import { getFreshUntil } from '#auth/guards.ts';
import { endSession } from '#auth/session.ts';
import { AdminMeWire, QuickSearchReplyWire } from '#contracts/wire/admin-me.ts';
import { OkReplyWire } from '#contracts/wire/replies.ts';
import { readSidebarCounts } from '#domain/dashboard/read.ts';
import { readPublishingProblems } from '#domain/publishing/read.ts';
import { quickSearch } from '#domain/quick-search/read.ts';
import { countOpenSteps } from '#domain/setup/read.ts';
import { logSignIn } from '#domain/sign-in/log-sign-in.ts';
import { readCurrentAdmin } from '#domain/user/current-admin.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import { requiredSearchText } from '../../http/params.ts';
import { createRouter, jsonResponses } from '../../http/router.ts';
import { adminTags, getAdministrator } from './admin-access.ts';

/* Who is in the admin area, and what the shell around its screens asks for. */

export const adminMeRoutes = createRouter();

adminMeRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/me',
    ...requireRight('admin.read'),
    tags: adminTags,
    summary: 'Who is logged in to the admin area, and what waits',
    responses: jsonResponses(AdminMeWire),
  }),
  async (c) => {
    const { db, env } = c.var.deps;
    const actor = getAdministrator(c);
    const [me, counts, setup, troubles] = await Promise.all([
      readCurrentAdmin(db, actor.userId),
      readSidebarCounts(db),
      countOpenSteps(db, env),
      readPublishingProblems(db),
    ]);
    return c.json(
      {
        ...me,
        time_zone: env.TIME_ZONE,
        fresh_until: getFreshUntil(actor)?.toISOString() ?? null,
        counts: { ...counts, setup },
        troubles,
        mail: env.SMTP_URL !== undefined,
      },
      200,
    );
  },
);

adminMeRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/find',
    ...requireRight('admin.read'),
    tags: adminTags,
    summary: 'People, threads and forums by a name, by words or by a number',
    request: { query: z.object({ q: requiredSearchText(60) }) },
    responses: jsonResponses(QuickSearchReplyWire),
  }),
  async (c) => c.json(await quickSearch(c.var.deps.replica, c.req.valid('query').q), 200),
);

adminMeRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v2/admin/logout',
    ...requireRight('admin.leave'),
    tags: adminTags,
    summary: 'Ends the session of the admin area',
    description: 'The session of the site goes on; /v1/login/logout ends both.',
    responses: jsonResponses(OkReplyWire),
  }),
  async (c) => {
    const { db, env } = c.var.deps;
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
    return c.json({ code: 0, msg: 'ok' }, 200);
  },
);
