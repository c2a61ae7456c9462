import { createRoute } from '@hono/zod-openapi';
import { ACTION_RIGHTS, PERFORMED_ACTIONS } from '#contracts/moderation-actions.ts';
import { PerformActionWire } from '#contracts/wire/moderation.ts';
import { limitRate } from '../../http/middleware/limit-rate.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import { actionResponses, sendActionResult } from '../../http/moderation-action.ts';
import { createRouter, jsonBody } from '../../http/router.ts';
import { performAction } from './perform-action.ts';

export const moderationActionRoutes = createRouter();

moderationActionRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v2/moderation/actions',
    tags: ['moderation'],
    ...requireRight(ACTION_RIGHTS, limitRate('moderate')),
    summary: 'Performs any action of moderators, or undoes one',
    description: `\`action\`: ${PERFORMED_ACTIONS.join(', ')}. The \`undo\` of a reply is taken as it is. Each action needs its own right, and what the fields beside its targets say. All of it happens or nothing; when the call returns, no page, feed, search or list shows what was taken away. With \`is_notify\` 1 the author is told, with \`note\` as the reason.`,
    request: { body: jsonBody(PerformActionWire) },
    responses: actionResponses,
  }),
  async (c) => sendActionResult(c, await performAction(c, c.req.valid('json'))),
);
