import { requireActor } from '#auth/guards.ts';
import {
  isRightInScope,
  type ModerationScope,
  readModerationScope,
} from '#auth/moderation-scope.ts';
import { AppError } from '#contracts/errors.ts';
import { MAX_PAGES_PER_REQUEST } from '#contracts/limits.ts';
import { FORUM_RIGHTS, type ForumRight } from '#contracts/wire/moderator-view.ts';
import { readModeratedThread, readWithheldThreads } from '#domain/content/thread/withheld.ts';
import { toGroupInForumWire } from '#domain/forums/moderators.ts';
import { readVisibleForums } from '#domain/forums/visible-forums.ts';
import { readModeratedUser } from '#domain/people/moderated-user.ts';
import { countWarnings } from '#domain/people/warnings.ts';
import { readReferenceData } from '#domain/reference/reference-data.ts';
import { readPendingCounts } from '#domain/reports/review/pending-counts.ts';
import { answerCalls } from '../../http/answer-calls.ts';
import { requireModerator } from '../../http/caller.ts';
import type { ApiContext } from '../../http/context.ts';
import { getOwnReadContext, getReadContext } from '../../http/read-context.ts';

/* Forums and threads as their moderators see them (R20): rights and hidden content. */

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

export const moderatorViewRoutes = answerCalls({
  'GET /v2/moderation/thread': async (c, { db, query: { id, page, last = page, posts } }) => {
    const pages = { page, last: Math.min(Math.max(page, last), page + MAX_PAGES_PER_REQUEST - 1) };
    const view = await readModeratedThread(
      db,
      requireModerator(c),
      id,
      posts.length > 0 ? { replies: posts } : pages,
    );
    return view ? { ...view, ...getRightsInForum(c, view.forum_id) } : null;
  },

  'GET /v2/moderation/forum': async (c, { db, query: { id } }) => {
    const moderator = requireModerator(c);
    if (!moderator.mayModerate(id)) return null;
    const granted = getRightsInForum(c, id);
    const [withheld, { reports, review }] = await Promise.all([
      readWithheldThreads(db, { forumId: id }),
      readPendingCounts(db, moderator, granted.rights.includes('review.handle'), id),
    ]);
    return { id, withheld, waiting: reports + review, ...granted };
  },

  'GET /v2/moderation/person': async (c, { db, query: { user_id } }) => {
    const reach = c.var.moderationScope as ModerationScope;
    const [{ below, ...person }, warnings] = await Promise.all([
      readModeratedUser(db, requireModerator(c), user_id),
      countWarnings(db, user_id),
    ]);
    return {
      ...person,
      may_ban: below && (reach.isGlobal || reach.allows.allowBanUser),
      may_warn: below && (reach.isGlobal || reach.allows.allowUpdate),
      may_warn_generally: below && reach.isGlobal,
      warnings_cnt: warnings,
      time_zone: c.var.deps.env.TIME_ZONE,
    };
  },

  'GET /v1/user/master': async (c, { db, query }) =>
    isRightInScope(await readModerationScope(db, c.var.actor), 'report.handle', query.forum_id),

  'GET /v1/user/forum': async (c, { db }) => {
    const reach = await readModerationScope(db, c.var.actor);
    const forums = await readVisibleForums(getReadContext(c));
    return forums.filter((forum) => reach.isGlobal || reach.forums.includes(forum.id));
  },

  'POST /v1/forum/auth': async (c, { body: { forum_id } }) => {
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
    return { ...rights, data: rights };
  },
});
