import { createRoute, z } from '@hono/zod-openapi';
import { requireActor } from '#auth/guards.ts';
import { readModerationScope } from '#auth/moderation-scope.ts';
import { AppError } from '#contracts/errors.ts';
import { int } from '#contracts/wire/field-types.ts';
import { WarningsReplyWire, WarnReplyWire, WarnWire } from '#contracts/wire/moderation.ts';
import { countWarnings, readWarnings } from '#domain/user/warnings.ts';
import { warnAuthor } from '#moderation/warnings.ts';
import { limitRate } from '../../http/middleware/limit-rate.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import { actionResponses, getActionContext, toUndoWire } from '../../http/moderation-action.ts';
import { requiredId } from '../../http/params.ts';
import { createRouter, jsonBody, jsonResponses } from '../../http/router.ts';

/* Warnings (R29). */

const tags = ['moderation'];

export const warningRoutes = createRouter();

warningRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v1/thread/warning',
    tags,
    ...requireRight('user.warn', limitRate('moderate')),
    summary: 'Warns the author of a thread, a reply or a comment',
    description:
      '`note` is what they are told. `user_id`, when given, must be the author. `count` is how many of their warnings count now.',
    request: { body: jsonBody(WarnWire) },
    responses: { ...actionResponses, ...jsonResponses(WarnReplyWire) },
  }),
  async (c) => {
    const { thread_id, post_id, comment_id, user_id, note } = c.req.valid('json');
    const warned = await warnAuthor(getActionContext(c, { note }), {
      threadId: thread_id || undefined,
      postId: post_id || undefined,
      commentId: comment_id || undefined,
      userId: user_id || undefined,
    });
    return c.json(
      {
        code: 0,
        msg: 'ok',
        data: {
          id: warned.id,
          count: await countWarnings(c.var.deps.db, warned.userId),
          undo: warned.undo.map(toUndoWire),
        },
      },
      200,
    );
  },
);

warningRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v1/thread/warning/count',
    tags,
    ...requireRight('warning.count'),
    summary: 'How many warnings of a person count',
    description: 'Withdrawn ones don’t. For the person and for moderators.',
    request: { query: z.object({ user_id: requiredId }) },
    responses: {
      ...jsonResponses(
        z.object({ code: int, msg: z.string(), data: int }).meta({ id: 'WarningCount' }),
      ),
      403: { description: 'Somebody else’s, and the caller moderates nowhere' },
    },
  }),
  async (c) => {
    const { user_id } = c.req.valid('query');
    const actor = requireActor(c);
    const reach = await readModerationScope(c.var.deps.db, actor);
    if (actor.userId !== user_id && !reach.isGlobal && reach.forums.length === 0)
      throw new AppError('forbidden');
    return c.json({ code: 0, msg: 'ok', data: await countWarnings(c.var.deps.db, user_id) }, 200);
  },
);

warningRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/moderation/warnings',
    tags,
    ...requireRight('user.warn'),
    summary: 'A person’s warnings, the latest first, withdrawn ones included',
    request: { query: z.object({ user_id: requiredId }) },
    responses: jsonResponses(WarningsReplyWire),
  }),
  async (c) => {
    const data = await readWarnings(c.var.deps.db, c.req.valid('query').user_id);
    return c.json({ code: 0, msg: 'ok', data }, 200);
  },
);
