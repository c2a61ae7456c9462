import { createRoute, z } from '@hono/zod-openapi';
import { isRightInScope, type ModerationScope } from '#auth/moderation-scope.ts';
import { MAX_PAGES_PER_REQUEST } from '#contracts/limits.ts';
import {
  FORUM_RIGHTS,
  type ForumRight,
  ModeratedForumReplyWire,
  ModeratedThreadReplyWire,
  ModeratedUserReplyWire,
} from '#contracts/wire/moderator-view.ts';
import { readWaitingCounts } from '#domain/review/waiting-counts.ts';
import { readModeratedThread, readWithheldThreads } from '#domain/thread/withheld.ts';
import { readModeratedUser } from '#domain/user/moderated-user.ts';
import { countWarnings } from '#domain/user/warnings.ts';
import { requireModerator } from '../../http/caller.ts';
import type { ApiContext } from '../../http/context.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import { ids, pageNumber, requiredId } from '../../http/params.ts';
import { createRouter, jsonResponses } from '../../http/router.ts';

/* Places as their moderators see them: what may be done there, and what isn't shown to others. */

const tags = ['moderation'];

export const moderatorViewRoutes = createRouter();

/** What the caller may do in a forum. */
function getRightsInForum(
  c: ApiContext,
  forumId: number,
): { rights: ForumRight[]; everywhere: boolean } {
  const reach = c.var.moderationScope as ModerationScope;
  return {
    rights: FORUM_RIGHTS.filter((right) => isRightInScope(reach, right, forumId)),
    everywhere: reach.isGlobal,
  };
}

moderatorViewRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/moderation/thread',
    tags,
    ...requireRight('report.handle'),
    summary: 'A thread as its moderators see it',
    description: `Its marks, what the caller may do, and the replies and comments that others don’t see: of that page (from 1), of those from it to \`last\`, at most ${MAX_PAGES_PER_REQUEST}, or of the \`posts\` that are named, with commas. A thread that isn’t shown comes with its text. \`data\` is null for who doesn’t moderate there.`,
    request: {
      query: z.object({
        id: requiredId,
        page: pageNumber,
        last: pageNumber.optional(),
        posts: ids,
      }),
    },
    responses: jsonResponses(ModeratedThreadReplyWire),
  }),
  async (c) => {
    const { id, page, last = page, posts } = c.req.valid('query');
    const pages = { page, last: Math.min(Math.max(page, last), page + MAX_PAGES_PER_REQUEST - 1) };
    const view = await readModeratedThread(
      c.var.deps.db,
      requireModerator(c),
      id,
      posts.length > 0 ? { replies: posts } : pages,
    );
    if (!view) return c.json({ code: 0, msg: 'ok', data: null }, 200);
    const data = { ...view, ...getRightsInForum(c, view.forum_id) };
    return c.json({ code: 0, msg: 'ok', data }, 200);
  },
);

moderatorViewRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/moderation/forum',
    tags,
    ...requireRight('report.handle'),
    summary: 'A forum as its moderators see it',
    description:
      'What the caller may do there, how much waits there, and the latest 50 of its threads that were deleted or hidden, or wait for review. `data` is null for who doesn’t moderate there.',
    request: { query: z.object({ id: requiredId }) },
    responses: jsonResponses(ModeratedForumReplyWire),
  }),
  async (c) => {
    const { id } = c.req.valid('query');
    const { db } = c.var.deps;
    const moderator = requireModerator(c);
    if (!moderator.mayModerate(id)) return c.json({ code: 0, msg: 'ok', data: null }, 200);
    const granted = getRightsInForum(c, id);
    const [withheld, { reports, review }] = await Promise.all([
      readWithheldThreads(db, id),
      readWaitingCounts(db, moderator, granted.rights.includes('review.handle'), id),
    ]);
    const data = { id, withheld, waiting: reports + review, ...granted };
    return c.json({ code: 0, msg: 'ok', data }, 200);
  },
);

moderatorViewRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/moderation/person',
    tags,
    ...requireRight('report.handle'),
    summary: 'A person as moderators see them',
    description:
      'Whether the caller may ban or warn them, how many of their warnings count, and their bans, the latest first.',
    request: { query: z.object({ user_id: requiredId }) },
    responses: { ...jsonResponses(ModeratedUserReplyWire), 404: { description: 'No such person' } },
  }),
  async (c) => {
    const { db, env } = c.var.deps;
    const { user_id } = c.req.valid('query');
    const reach = c.var.moderationScope as ModerationScope;
    const [{ below, ...person }, warnings] = await Promise.all([
      readModeratedUser(db, requireModerator(c), user_id),
      countWarnings(db, user_id),
    ]);
    const data = {
      ...person,
      may_ban: below && (reach.isGlobal || reach.allows.allowBanUser),
      may_warn: below && (reach.isGlobal || reach.allows.allowUpdate),
      warnings_cnt: warnings,
      time_zone: env.TIME_ZONE,
    };
    return c.json({ code: 0, msg: 'ok', data }, 200);
  },
);
