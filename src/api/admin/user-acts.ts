import { createRoute, z } from '@hono/zod-openapi';
import {
  BanUserWire,
  EndedWire,
  EndSessionsWire,
  RegroupedWire,
  RegroupWire,
  UnbanUserWire,
} from '#contracts/wire/admin-user.ts';
import { NoteWire } from '#contracts/wire/moderation.ts';
import { endSessions } from '#domain/user/admin-page.ts';
import { regroup } from '#domain/user/regroup.ts';
import { banUser, liftBan } from '#moderation/ban.ts';
import { withdrawWarning } from '#moderation/warn.ts';
import { may } from '../middleware/may.ts';
import { localTime, placeOf } from '../moderating.ts';
import { requiredId } from '../params.ts';
import { jsonBody, replies, router } from '../router.ts';
import { administratorAsModerator } from '../speaking.ts';
import { adminActed, answerHere } from './acted.ts';
import { administrator, fresh, freshAdministrator, tags } from './area.ts';
import { ownSession } from './users.ts';

/* What administrators do to people (R20, R29). */

export const adminUserActs = router();

const params = z.object({ id: requiredId });
const freshForAdministrators =
  'For an administrator it needs a login within the last ten minutes: 401 `loginAgain`.';

adminUserActs.openapi(
  createRoute({
    method: 'put',
    path: '/v2/admin/users/{id}/group',
    ...may('person.regroup'),
    tags,
    summary: 'Moves a person to another group',
    description:
      'Nobody moves themselves, so that one administrator always remains. `pages` are rendered again because they show the badge.',
    request: { params, body: jsonBody(RegroupWire) },
    responses: {
      ...replies(RegroupedWire),
      ...fresh,
      404: { description: 'No such person' },
      409: { description: '`conflict` with the present group in `err_payload`' },
    },
  }),
  async (c) => {
    const { group_id, was, reason } = c.req.valid('json');
    return c.json(
      await regroup(c.var.deps.db, freshAdministrator(c).userId, {
        userId: c.req.valid('param').id,
        groupId: group_id,
        was,
        reason,
      }),
      200,
    );
  },
);

adminUserActs.openapi(
  createRoute({
    method: 'post',
    path: '/v2/admin/users/{id}/ban',
    ...may('person.manage'),
    tags,
    summary: 'Bans a person',
    description: `As /api/v1/user/crime. ${freshForAdministrators}`,
    request: { params, body: jsonBody(BanUserWire) },
    responses: adminActed,
  }),
  async (c) => {
    const { begin_at, end_at, reason, hide, seen } = c.req.valid('json');
    const wanted = {
      userId: c.req.valid('param').id,
      beginAt: localTime('begin_at', begin_at),
      endAt: localTime('end_at', end_at),
      reason,
      hide,
      seen,
    };
    return answerHere(c, await banUser(placeOf(c), administratorAsModerator(c), wanted));
  },
);

adminUserActs.openapi(
  createRoute({
    method: 'post',
    path: '/v2/admin/users/{id}/unban',
    ...may('person.manage'),
    tags,
    summary: 'Ends a ban before its time',
    description: freshForAdministrators,
    request: { params, body: jsonBody(UnbanUserWire) },
    responses: adminActed,
  }),
  async (c) => {
    const { reason, seen } = c.req.valid('json');
    return answerHere(
      c,
      await liftBan(placeOf(c), administratorAsModerator(c), c.req.valid('param').id, reason, seen),
    );
  },
);

adminUserActs.openapi(
  createRoute({
    method: 'post',
    path: '/v2/admin/warnings/{id}/withdraw',
    ...may('person.manage'),
    tags,
    summary: 'Takes a warning back; its person is told',
    request: { params, body: jsonBody(NoteWire) },
    responses: adminActed,
  }),
  async (c) =>
    answerHere(
      c,
      await withdrawWarning(
        placeOf(c),
        administratorAsModerator(c),
        { note: c.req.valid('json').note ?? '', notify: true },
        c.req.valid('param').id,
      ),
    ),
);

adminUserActs.openapi(
  createRoute({
    method: 'post',
    path: '/v2/admin/users/{id}/sessions/end',
    ...may('person.manage'),
    tags,
    summary: 'Logs a person out of one browser, or of all',
    description: 'Of the site and of the admin area; never of the browser that asks.',
    request: { params, body: jsonBody(EndSessionsWire) },
    responses: replies(EndedWire),
  }),
  async (c) =>
    c.json(
      {
        ended: await endSessions(
          c.var.deps.db,
          administrator(c).userId,
          c.req.valid('param').id,
          ownSession(c),
          c.req.valid('json').id,
        ),
      },
      200,
    ),
);
