import { createRoute, z } from '@hono/zod-openapi';
import { FORUM_ORDERS } from '#contracts/list-orders.ts';
import { ForumBriefWire, SectionWire, ThemeWire } from '#contracts/wire/forum.ts';
import { ForumPageReplyWire } from '#contracts/wire/thread.ts';
import { readForumWithThreads } from '#domain/forum/forum-with-threads.ts';
import {
  readThemes,
  readVisibleForums,
  readVisibleSections,
} from '#domain/forum/visible-forums.ts';
import { readReferenceData } from '#domain/reference-data.ts';
import { countForumVisit } from '../../http/middleware/forum-visits.ts';
import { limitRate } from '../../http/middleware/limit-rate.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import { limit, listOrder, oneOf, optionalId, pageIndex, requiredId } from '../../http/params.ts';
import { getReadContext, threadLanguages } from '../../http/read-context.ts';
import { createRouter, jsonResponses } from '../../http/router.ts';

const tags = ['forum'];

export const forumRoutes = createRouter();

forumRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v1/forum',
    tags,
    summary: 'Sections, each with its forums',
    description: 'Forums that the caller may not read are left out, and sections without forums.',
    responses: jsonResponses(z.array(SectionWire)),
  }),
  async (c) => c.json(await readVisibleSections(getReadContext(c)), 200),
);

forumRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v1/forum/rows',
    tags,
    summary: 'The same forums as a flat list',
    responses: jsonResponses(z.array(ForumBriefWire)),
  }),
  async (c) => c.json(await readVisibleForums(getReadContext(c)), 200),
);

forumRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v1/forum/theme',
    tags,
    summary: 'The kinds of thread that a forum offers',
    request: { query: z.object({ forum_id: requiredId }) },
    responses: jsonResponses(z.array(ThemeWire)),
  }),
  async (c) => c.json(await readThemes(getReadContext(c), c.req.valid('query').forum_id), 200),
);

forumRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v1/forum/view',
    tags,
    ...requireRight('forum.view', limitRate('view')),
    summary: 'Counts a visit of a forum that is read as a published page',
    request: { query: z.object({ id: requiredId }) },
    responses: { 204: { description: 'Counted, or seen by the same visitor within 10 minutes' } },
  }),
  async (c) => {
    const { id } = c.req.valid('query');
    const { db, timeZone, viewer } = getReadContext(c);
    if ((await readReferenceData(db, timeZone)).canRead(id, viewer)) countForumVisit(c, id);
    return c.body(null, 204);
  },
);

forumRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v1/forum/id',
    tags,
    summary: 'A forum with a page of its threads',
    description:
      'Threads that are pinned in the forum come first. `where=is_digest` gives digests only. Counts a visit, once per visitor and 10 minutes. `user_list` has who moderates there or everywhere.',
    request: {
      query: z.object({
        id: requiredId,
        order: listOrder(FORUM_ORDERS),
        type_id: optionalId,
        languages: threadLanguages,
        where: oneOf(['none', 'is_digest'], 'none'),
        offset: pageIndex,
        limit: limit(20),
      }),
    },
    responses: jsonResponses(ForumPageReplyWire),
  }),
  async (c) => {
    const query = c.req.valid('query');
    const list = {
      order: query.order,
      digest: query.where === 'is_digest',
      language: query.languages,
      themeId: query.type_id || undefined,
      page: query.offset,
      limit: query.limit,
    };
    return c.json(await readForumWithThreads(getReadContext(c), query.id, list), 200);
  },
);
