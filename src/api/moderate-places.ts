import { createRoute, z } from '@hono/zod-openapi';
import { type Reach, reaches } from '#auth/reach.ts';
import { PAGES_AT_ONCE } from '#contracts/limits.ts';
import {
  type BanWire,
  MODERATING,
  ModeratedForumReplyWire,
  ModeratedPersonReplyWire,
  ModeratedThreadReplyWire,
  type Moderating,
} from '#contracts/wire/moderating.ts';
import { readPerson } from '#moderation/person.ts';
import { countWarnings } from '#moderation/warn.ts';
import { readModeratedThread, readWithheldThreads } from '#moderation/withheld.ts';
import type { Ctx } from './context.ts';
import { may } from './middleware/may.ts';
import { isSet } from './moderating.ts';
import { ids, pageNumber, requiredId } from './params.ts';
import { replies, router } from './router.ts';
import { moderatorOf } from './speaking.ts';

/* Places as their moderators see them: what may be done there, and what isn't shown to others. */

const tags = ['moderation'];

export const moderatePlaces = router();

/** What the caller may do in a forum. */
function rightsIn(c: Ctx, forumId: number): { rights: Moderating[]; everywhere: boolean } {
  const reach = c.var.reach as Reach;
  return {
    rights: MODERATING.filter((right) => reaches(reach, right, forumId)),
    everywhere: reach.everywhere,
  };
}

interface By {
  byId: number | null;
  byName: string | null;
  reason: string | null;
  at: Date | null;
}

const byOf = ({ byId, byName, reason, at }: By) =>
  byId === null
    ? null
    : { id: byId, nickname: byName ?? '', reason: reason ?? '', at: at?.toISOString() ?? '' };
const userOf = ({ userId, nickname }: { userId: number; nickname: string }) => ({
  id: userId,
  nickname,
});
const flag = (value: boolean): 0 | 1 => (value ? 1 : 0);

moderatePlaces.openapi(
  createRoute({
    method: 'get',
    path: '/v2/moderation/thread',
    tags,
    ...may('report.handle'),
    summary: 'A thread as its moderators see it',
    description: `Its marks, what the caller may do, and the replies and comments that others don’t see: of that page (from 1), of those from it to \`last\`, at most ${PAGES_AT_ONCE}, or of the \`posts\` that are named, with commas. A thread that isn’t shown comes with its text. \`data\` is null for who doesn’t moderate there.`,
    request: {
      query: z.object({
        id: requiredId,
        page: pageNumber,
        last: pageNumber.optional(),
        posts: ids,
      }),
    },
    responses: replies(ModeratedThreadReplyWire),
  }),
  async (c) => {
    const { id, page, last = page, posts } = c.req.valid('query');
    const pages = { page, last: Math.min(Math.max(page, last), page + PAGES_AT_ONCE - 1) };
    const found = await readModeratedThread(
      c.var.deps.db,
      moderatorOf(c),
      id,
      posts.length > 0 ? { replies: posts } : pages,
    );
    if (!found) return c.json({ code: 0, msg: 'ok', data: null }, 200);
    const { thread, withheld } = found;
    const data = {
      id: thread.id,
      forum_id: thread.forumId,
      type_id: thread.themeId,
      first_post_id: thread.firstPostId,
      subject: thread.subject,
      user: userOf(thread),
      why: thread.why,
      by: byOf(thread),
      message: thread.why === null ? '' : thread.html,
      merged_into: thread.mergedInto ?? 0,
      top: thread.top,
      is_top_forum: thread.topForum,
      is_digest: flag(thread.digest),
      is_digest_forum: flag(thread.digestForum),
      is_closed: flag(thread.closed),
      is_resolved: flag(thread.resolved),
      featured: thread.featured,
      withheld: withheld.map((one) => ({
        kind: one.kind,
        id: one.id,
        post_id: one.postId,
        storey: one.floor,
        user: userOf(one),
        message: one.html,
        why: one.why,
        by: byOf(one),
        created_at: one.createdAt.toISOString(),
      })),
      ...rightsIn(c, thread.forumId),
    };
    return c.json({ code: 0, msg: 'ok', data }, 200);
  },
);

moderatePlaces.openapi(
  createRoute({
    method: 'get',
    path: '/v2/moderation/forum',
    tags,
    ...may('report.handle'),
    summary: 'A forum as its moderators see it',
    description:
      'What the caller may do there, and the latest 50 of its threads that were deleted or hidden, or wait for review. `data` is null for who doesn’t moderate there.',
    request: { query: z.object({ id: requiredId }) },
    responses: replies(ModeratedForumReplyWire),
  }),
  async (c) => {
    const { id } = c.req.valid('query');
    if (!moderatorOf(c).may(id)) return c.json({ code: 0, msg: 'ok', data: null }, 200);
    const threads = await readWithheldThreads(c.var.deps.db, id);
    const withheld = threads.map((one) => ({
      id: one.id,
      subject: one.subject,
      user: userOf(one),
      why: one.why,
      by: byOf(one),
      created_at: one.createdAt.toISOString(),
    }));
    return c.json({ code: 0, msg: 'ok', data: { id, withheld, ...rightsIn(c, id) } }, 200);
  },
);

moderatePlaces.openapi(
  createRoute({
    method: 'get',
    path: '/v2/moderation/person',
    tags,
    ...may('report.handle'),
    summary: 'A person as moderators see them',
    description:
      'Whether the caller may ban or warn them, how many of their warnings count, and their bans, the latest first.',
    request: { query: z.object({ user_id: requiredId }) },
    responses: { ...replies(ModeratedPersonReplyWire), 404: { description: 'No such person' } },
  }),
  async (c) => {
    const { db, env } = c.var.deps;
    const { user_id } = c.req.valid('query');
    const reach = c.var.reach as Reach;
    const [{ below, bans, ...person }, warnings] = await Promise.all([
      readPerson(db, moderatorOf(c), user_id),
      countWarnings(db, user_id),
    ]);
    const presented = bans.map(
      (one): BanWire => ({
        id: one.id,
        moderator: { id: one.moderatorId, nickname: one.moderator },
        reason: one.reason,
        begin_at: one.beginAt.toISOString(),
        end_at: one.endAt?.toISOString() ?? null,
        hide_thread: flag(isSet(one.hide)),
        lifted_at: one.liftedAt?.toISOString() ?? null,
        lifted_by: one.liftedBy === null ? null : { id: one.liftedBy, nickname: one.lifter ?? '' },
        in_force: one.inForce,
      }),
    );
    const data = {
      ...person,
      may_ban: below && (reach.everywhere || reach.allows.allowBanUser),
      may_warn: below && (reach.everywhere || reach.allows.allowUpdate),
      warnings_cnt: warnings,
      bans: presented,
      time_zone: env.TIME_ZONE,
    };
    return c.json({ code: 0, msg: 'ok', data }, 200);
  },
);
