import { createRoute, z } from '@hono/zod-openapi';
import {
  ChangedGroupWire,
  ChangeGroupWire,
  EndedSessionsWire,
  EndSessionsWire,
} from '#contracts/wire/admin-user.ts';
import { changeGroup } from '#domain/user/change-group.ts';
import { endSessions } from '#domain/user/end-sessions.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import { requiredId } from '../../http/params.ts';
import { createRouter, jsonBody, jsonResponses } from '../../http/router.ts';
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
