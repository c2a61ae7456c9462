import { createRoute } from '@hono/zod-openapi';
import { ACTION_RIGHTS } from '#contracts/moderation-actions.ts';
import { PerformActionWire } from '#contracts/wire/moderation.ts';
import { limitRate } from '../../http/middleware/limit-rate.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import { adminActionResponses, sendAdminActionResult } from '../../http/moderation-action.ts';
import { createRouter, jsonBody } from '../../http/router.ts';
import { performAction } from '../moderation/perform-action.ts';
import { adminTags } from './admin-access.ts';

export const adminActionRoutes = createRouter();

adminActionRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v2/admin/actions',
    ...requireRight(ACTION_RIGHTS, limitRate('moderate')),
    tags: adminTags,
    summary: 'Performs any action of moderators, or undoes one',
    description: 'As POST /v2/moderation/actions, by the session of the admin area.',
    request: { body: jsonBody(PerformActionWire) },
    responses: adminActionResponses,
  }),
  async (c) => sendAdminActionResult(c, await performAction(c, c.req.valid('json'))),
);
