import { createRoute, z } from '@hono/zod-openapi';
import {
  BanUserWire,
  ChangedGroupWire,
  ChangeGroupWire,
  EndedSessionsWire,
  EndSessionsWire,
  UnbanUserWire,
} from '#contracts/wire/admin-user.ts';
import { NoteWire } from '#contracts/wire/moderation.ts';
import { changeGroup } from '#domain/user/change-group.ts';
import { endSessions } from '#domain/user/end-sessions.ts';
import { type BanRequest, banUser, liftBan } from '#moderation/bans.ts';
import { withdrawWarning } from '#moderation/warnings.ts';
import { requireGlobalModerator } from '../../http/caller.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import { getActionContext, parseLocalTime } from '../../http/moderation-action.ts';
import { requiredId } from '../../http/params.ts';
import { createRouter, jsonBody, jsonResponses } from '../../http/router.ts';
import { adminActionResponses, sendAdminActionResult } from './action-result.ts';
import {
  adminTags,
  freshLoginResponses,
  getAdministrator,
  requireFreshAdministrator,
} from './admin-access.ts';
import { getOwnSessionHash } from './users.ts';

/* What administrators do to people (R20, R29). */

export const adminUserActionRoutes = createRouter();

const idParam = z.object({ id: requiredId });
const FRESH_LOGIN_DESCRIPTION =
  'For an administrator it needs a login within the last ten minutes: 401 `loginAgain`.';

adminUserActionRoutes.openapi(
  createRoute({
    method: 'put',
    path: '/v2/admin/users/{id}/group',
    ...requireRight('person.regroup'),
    tags: adminTags,
    summary: 'Moves a person to another group',
    description:
      'Nobody moves themselves, so that one administrator always remains. `pages` are rendered again because they show the badge.',
    request: { params: idParam, body: jsonBody(ChangeGroupWire) },
    responses: {
      ...jsonResponses(ChangedGroupWire),
      ...freshLoginResponses,
      404: { description: 'No such person' },
      409: { description: '`conflict` with the present group in `err_payload`' },
    },
  }),
  async (c) => {
    const { group_id, was: expectedGroupId, reason } = c.req.valid('json');
    return c.json(
      await changeGroup(c.var.deps.db, requireFreshAdministrator(c).userId, {
        userId: c.req.valid('param').id,
        groupId: group_id,
        expectedGroupId,
        reason,
      }),
      200,
    );
  },
);

adminUserActionRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v2/admin/users/{id}/ban',
    ...requireRight('person.manage'),
    tags: adminTags,
    summary: 'Bans a person',
    description: `As /api/v1/user/crime. ${FRESH_LOGIN_DESCRIPTION}`,
    request: { params: idParam, body: jsonBody(BanUserWire) },
    responses: adminActionResponses,
  }),
  async (c) => {
    const { begin_at, end_at, reason, hide, seen: expectedBanId } = c.req.valid('json');
    const newBan: BanRequest = {
      userId: c.req.valid('param').id,
      beginAt: parseLocalTime('begin_at', begin_at),
      endAt: parseLocalTime('end_at', end_at),
      reason,
      hide,
      expectedBanId,
    };
    return sendAdminActionResult(
      c,
      await banUser(getActionContext(c), requireGlobalModerator(c), newBan),
    );
  },
);

adminUserActionRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v2/admin/users/{id}/unban',
    ...requireRight('person.manage'),
    tags: adminTags,
    summary: 'Ends a ban before its time',
    description: FRESH_LOGIN_DESCRIPTION,
    request: { params: idParam, body: jsonBody(UnbanUserWire) },
    responses: adminActionResponses,
  }),
  async (c) => {
    const { reason, seen } = c.req.valid('json');
    return sendAdminActionResult(
      c,
      await liftBan(
        getActionContext(c),
        requireGlobalModerator(c),
        c.req.valid('param').id,
        reason,
        seen,
      ),
    );
  },
);

adminUserActionRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v2/admin/warnings/{id}/withdraw',
    ...requireRight('person.manage'),
    tags: adminTags,
    summary: 'Takes a warning back; its person is told',
    request: { params: idParam, body: jsonBody(NoteWire) },
    responses: adminActionResponses,
  }),
  async (c) =>
    sendAdminActionResult(
      c,
      await withdrawWarning(
        getActionContext(c),
        requireGlobalModerator(c),
        { note: c.req.valid('json').note ?? '', notify: true },
        c.req.valid('param').id,
      ),
    ),
);

adminUserActionRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v2/admin/users/{id}/sessions/end',
    ...requireRight('person.manage'),
    tags: adminTags,
    summary: 'Logs a person out of one browser, or of all',
    description: 'Of the site and of the admin area; never of the browser that asks.',
    request: { params: idParam, body: jsonBody(EndSessionsWire) },
    responses: jsonResponses(EndedSessionsWire),
  }),
  async (c) =>
    c.json(
      {
        ended: await endSessions(
          c.var.deps.db,
          getAdministrator(c).userId,
          c.req.valid('param').id,
          getOwnSessionHash(c),
          c.req.valid('json').id,
        ),
      },
      200,
    ),
);
