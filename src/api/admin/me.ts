import { createRoute, z } from '@hono/zod-openapi';
import { clearSessionCookies, sessionCookie } from '#auth/cookies.ts';
import { freshUntil } from '#auth/guards.ts';
import { endSession } from '#auth/session.ts';
import { AdminMeWire, FoundWire } from '#contracts/wire/admin-me.ts';
import { DoneWire } from '#contracts/wire/site.ts';
import { readCounts } from '#domain/dashboard/read.ts';
import { find } from '#domain/find/read.ts';
import { readTroubles } from '#domain/publishing/read.ts';
import { noteSignIn } from '#domain/sign-in/note.ts';
import { readAdministrator } from '#domain/user/admin-me.ts';
import { may } from '../middleware/may.ts';
import { requiredSearchText } from '../params.ts';
import { replies, router } from '../router.ts';
import { administrator, tags } from './area.ts';

/* Who is in the admin area, and what the shell around its screens asks for. */

export const adminMe = router();

adminMe.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/me',
    ...may('admin.read'),
    tags,
    summary: 'Who is logged in to the admin area, and what waits',
    responses: replies(AdminMeWire),
  }),
  async (c) => {
    const { db, env } = c.var.deps;
    const actor = administrator(c);
    const [me, counts, troubles] = await Promise.all([
      readAdministrator(db, actor.userId),
      readCounts(db),
      readTroubles(db),
    ]);
    return c.json(
      {
        ...me,
        time_zone: env.TIME_ZONE,
        fresh_until: freshUntil(actor).toISOString(),
        counts,
        troubles,
      },
      200,
    );
  },
);

adminMe.openapi(
  createRoute({
    method: 'get',
    path: '/v2/admin/find',
    ...may('admin.read'),
    tags,
    summary: 'People, threads and forums by a name or a number',
    request: { query: z.object({ q: requiredSearchText(60) }) },
    responses: replies(FoundWire),
  }),
  async (c) => c.json(await find(c.var.deps.replica, c.req.valid('query').q), 200),
);

adminMe.openapi(
  createRoute({
    method: 'post',
    path: '/v2/admin/logout',
    ...may('admin.leave'),
    tags,
    summary: 'Ends the session of the admin area',
    description: 'The session of the site goes on; /v1/login/logout ends both.',
    responses: replies(DoneWire),
  }),
  async (c) => {
    const { db, env } = c.var.deps;
    const token = sessionCookie(c, env, 'admin');
    const ended = token === undefined ? undefined : await endSession(db, token);
    if (ended)
      await noteSignIn(db, {
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
