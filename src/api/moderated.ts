import { createRoute, z } from '@hono/zod-openapi';
import { requireActor } from '#auth/guards.ts';
import { reaches, readReach } from '#auth/reach.ts';
import { AppError } from '#contracts/errors.ts';
import { ForumBriefWire } from '#contracts/wire/forum.ts';
import { int, whole } from '#contracts/wire/scalars.ts';
import { FlagReplyWire } from '#contracts/wire/site.ts';
import { GroupWire } from '#contracts/wire/user.ts';
import { groupIn, readCommunity } from '#domain/forum/wire-community.ts';
import { readForumRows } from '#domain/forum/wire-forums.ts';
import { may } from './middleware/may.ts';
import { requiredId } from './params.ts';
import { ownReadingOf, readingOf } from './reading.ts';
import { jsonBody, replies, router } from './router.ts';

/* Where somebody moderates, and what they may do there (R20). */

const tags = ['moderation'];

export const moderated = router();

moderated.openapi(
  createRoute({
    method: 'get',
    path: '/v1/user/master',
    tags,
    ...may('forum.ask'),
    summary: 'Whether the caller may moderate a forum',
    description: 'False for a visitor. By a token: whether it was made for moderating too.',
    request: { query: z.object({ forum_id: requiredId }) },
    responses: replies(FlagReplyWire),
  }),
  async (c) => {
    const reach = await readReach(c.var.deps.db, c.var.actor);
    return c.json(
      { code: 0, msg: 'ok', data: reaches(reach, 'report.handle', c.req.valid('query').forum_id) },
      200,
    );
  },
);

moderated.openapi(
  createRoute({
    method: 'get',
    path: '/v1/user/forum',
    tags,
    ...may('forum.moderated'),
    summary: 'The forums that the caller moderates',
    responses: replies(z.array(ForumBriefWire)),
  }),
  async (c) => {
    const reach = await readReach(c.var.deps.db, c.var.actor);
    const forums = await readForumRows(readingOf(c));
    return c.json(
      forums.filter((forum) => reach.everywhere || reach.forums.includes(forum.id)),
      200,
    );
  },
);

moderated.openapi(
  createRoute({
    method: 'post',
    path: '/v1/forum/auth',
    tags,
    ...may('forum.rights'),
    summary: 'The caller’s rights in a forum, as a Group',
    description:
      'Of a moderator the moderators’ group, of an administrator a group that may everything. The same group stands once more in `data`.',
    request: { body: jsonBody(z.object({ forum_id: whole(1) }).meta({ id: 'ForumId' })) },
    responses: {
      ...replies(
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
    const { db, timeZone } = ownReadingOf(c);
    const [community, reach] = await Promise.all([
      readCommunity(db, timeZone),
      readReach(db, actor),
    ]);
    if (!community.mayRead(forum_id, actor)) throw new AppError('notFound');
    const { group } = groupIn(community, forum_id, actor.userId, actor.groupId);
    // Users 10000 and 10001 moderate everywhere, whatever their group.
    const over = reach.everywhere
      ? { allowtop: 1, allowupdate: 1, allowdelete: 1, allowmove: 1, allowbanuser: 1, allowview: 1 }
      : {};
    const rights = { ...group, ...over };
    return c.json({ ...rights, code: 0, msg: 'ok', data: rights }, 200);
  },
);
