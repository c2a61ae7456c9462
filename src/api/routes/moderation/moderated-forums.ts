import { createRoute, z } from '@hono/zod-openapi';
import { requireActor } from '#auth/guards.ts';
import { isRightInScope, readModerationScope } from '#auth/moderation-scope.ts';
import { AppError } from '#contracts/errors.ts';
import { coercedInt, int } from '#contracts/wire/field-types.ts';
import { ForumBriefWire } from '#contracts/wire/forum.ts';
import { BooleanReplyWire } from '#contracts/wire/replies.ts';
import { GroupWire } from '#contracts/wire/user.ts';
import { toGroupInForumWire } from '#domain/forum/moderators.ts';
import { readVisibleForums } from '#domain/forum/visible-forums.ts';
import { readReferenceData } from '#domain/reference-data.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import { requiredId } from '../../http/params.ts';
import { getOwnReadContext, getReadContext } from '../../http/read-context.ts';
import { createRouter, jsonBody, jsonResponses } from '../../http/router.ts';

/* Where somebody moderates, and what they may do there (R20). */

const tags = ['moderation'];

export const moderatedForumRoutes = createRouter();

moderatedForumRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v1/user/master',
    tags,
    ...requireRight('forum.ask'),
    summary: 'Whether the caller may moderate a forum',
    description: 'False for a visitor. By a token: whether it was made for moderating too.',
    request: { query: z.object({ forum_id: requiredId }) },
    responses: jsonResponses(BooleanReplyWire),
  }),
  async (c) => {
    const reach = await readModerationScope(c.var.deps.db, c.var.actor);
    return c.json(
      {
        code: 0,
        msg: 'ok',
        data: isRightInScope(reach, 'report.handle', c.req.valid('query').forum_id),
      },
      200,
    );
  },
);

moderatedForumRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v1/user/forum',
    tags,
    ...requireRight('forum.moderated'),
    summary: 'The forums that the caller moderates',
    responses: jsonResponses(z.array(ForumBriefWire)),
  }),
  async (c) => {
    const reach = await readModerationScope(c.var.deps.db, c.var.actor);
    const forums = await readVisibleForums(getReadContext(c));
    return c.json(
      forums.filter((forum) => reach.isGlobal || reach.forums.includes(forum.id)),
      200,
    );
  },
);

moderatedForumRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v1/forum/auth',
    tags,
    ...requireRight('forum.rights'),
    summary: 'The caller’s rights in a forum, as a Group',
    description:
      'Of a moderator the moderators’ group, of an administrator a group that may everything. The same group stands once more in `data`.',
    request: { body: jsonBody(z.object({ forum_id: coercedInt(1) }).meta({ id: 'ForumId' })) },
    responses: {
      ...jsonResponses(
        GroupWire.extend({ code: int, msg: z.string(), data: GroupWire }).meta({
          id: 'ForumRights',
        }),
      ),
      404: { description: 'No such forum for the caller' },
    },
  }),
  async (c) => {
    const { forum_id } = c.req.valid('json');
    const actor = requireActor(c);
    const { db, timeZone } = getOwnReadContext(c);
    const [community, reach] = await Promise.all([
      readReferenceData(db, timeZone),
      readModerationScope(db, actor),
    ]);
    if (!community.canRead(forum_id, actor)) throw new AppError('notFound');
    const { group } = toGroupInForumWire(community, forum_id, actor.userId, actor.groupId);
    // Users 10000 and 10001 moderate everywhere, whatever their group.
    const globalRights = reach.isGlobal
      ? { allowtop: 1, allowupdate: 1, allowdelete: 1, allowmove: 1, allowbanuser: 1, allowview: 1 }
      : {};
    const rights = { ...group, ...globalRights };
    return c.json({ ...rights, code: 0, msg: 'ok', data: rights }, 200);
  },
);
