import { createRoute, z } from '@hono/zod-openapi';
import { isRightInScope, type ModerationScope } from '#auth/moderation-scope.ts';
import { MAX_PAGES_PER_REQUEST } from '#contracts/limits.ts';
import {
  type BanWire,
  FORUM_RIGHTS,
  type ForumRight,
  ModeratedForumReplyWire,
  ModeratedThreadReplyWire,
  ModeratedUserReplyWire,
} from '#contracts/wire/moderator-view.ts';
import { readModeratedUser } from '#moderation/moderated-user.ts';
import { readModeratedThread, readWithheldThreads } from '#moderation/moderator-view.ts';
import { readWaitingCounts } from '#moderation/waiting-counts.ts';
import { countWarnings } from '#moderation/warning-list.ts';
import { requireModerator } from '../../http/caller.ts';
import type { ApiContext } from '../../http/context.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import { isFlagSet } from '../../http/moderation-action.ts';
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

interface ModeratedBy {
  byId: number | null;
  byName: string | null;
  reason: string | null;
  at: Date | null;
}

const toModeratedBy = ({ byId, byName, reason, at }: ModeratedBy) =>
  byId === null
    ? null
    : { id: byId, nickname: byName ?? '', reason: reason ?? '', at: at?.toISOString() ?? '' };
const toUserWire = ({ userId, nickname }: { userId: number; nickname: string }) => ({
  id: userId,
  nickname,
});
const toFlag = (value: boolean): 0 | 1 => (value ? 1 : 0);

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
    const { thread, withheld } = view;
    const data = {
      id: thread.id,
      forum_id: thread.forumId,
      type_id: thread.themeId,
      first_post_id: thread.firstPostId,
      subject: thread.subject,
      user: toUserWire(thread),
      why: thread.why,
      by: toModeratedBy(thread),
      message: thread.why === null ? '' : thread.html,
      merged_into: thread.mergedInto ?? 0,
      top: thread.top,
      is_top_forum: thread.topForum,
      is_digest: toFlag(thread.digest),
      is_digest_forum: toFlag(thread.digestForum),
      is_closed: toFlag(thread.closed),
      is_resolved: toFlag(thread.resolved),
      featured: thread.featured,
      withheld: withheld.map((item) => ({
        kind: item.kind,
        id: item.id,
        post_id: item.postId,
        storey: item.floor,
        user: toUserWire(item),
        message: item.html,
        why: item.why,
        by: toModeratedBy(item),
        created_at: item.createdAt.toISOString(),
      })),
      ...getRightsInForum(c, thread.forumId),
    };
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
    const [threads, { reports, review }] = await Promise.all([
      readWithheldThreads(db, id),
      readWaitingCounts(db, moderator, granted.rights.includes('review.handle'), id),
    ]);
    const withheld = threads.map((thread) => ({
      id: thread.id,
      subject: thread.subject,
      user: toUserWire(thread),
      why: thread.why,
      by: toModeratedBy(thread),
      created_at: thread.createdAt.toISOString(),
    }));
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
    const [{ below, bans, ...person }, warnings] = await Promise.all([
      readModeratedUser(db, requireModerator(c), user_id),
      countWarnings(db, user_id),
    ]);
    const banWires = bans.map(
      (ban): BanWire => ({
        id: ban.id,
        moderator: { id: ban.moderatorId, nickname: ban.moderator },
        reason: ban.reason,
        begin_at: ban.beginAt.toISOString(),
        end_at: ban.endAt?.toISOString() ?? null,
        hide_thread: toFlag(isFlagSet(ban.hide)),
        lifted_at: ban.liftedAt?.toISOString() ?? null,
        lifted_by: ban.liftedBy === null ? null : { id: ban.liftedBy, nickname: ban.lifter ?? '' },
        in_force: ban.inForce,
      }),
    );
    const data = {
      ...person,
      may_ban: below && (reach.isGlobal || reach.allows.allowBanUser),
      may_warn: below && (reach.isGlobal || reach.allows.allowUpdate),
      warnings_cnt: warnings,
      bans: banWires,
      time_zone: env.TIME_ZONE,
    };
    return c.json({ code: 0, msg: 'ok', data }, 200);
  },
);
