import { createRoute, z } from '@hono/zod-openapi';
import { ForumBriefWire, SectionWire, ThemeWire } from '#contracts/wire/forum.ts';
import { ForumPageReplyWire } from '#contracts/wire/thread.ts';
import { readCommunity } from '#domain/forum/wire-community.ts';
import { readForumRows, readForumSections, readThemes } from '#domain/forum/wire-forums.ts';
import { readForumWirePage } from '#domain/forum/wire-page.ts';
import { may } from './middleware/may.ts';
import { rate } from './middleware/rate.ts';
import { countVisit } from './middleware/visits.ts';
import { limit, oneOf, optionalId, pageIndex, requiredId } from './params.ts';
import { languages, readingOf } from './reading.ts';
import { replies, router } from './router.ts';

const tags = ['forum'];

export const forum = router();

forum.openapi(
  createRoute({
    method: 'get',
    path: '/v1/forum',
    tags,
    summary: 'Sections, each with its forums',
    description: 'Forums that the caller may not read are left out, and sections without forums.',
    responses: replies(z.array(SectionWire)),
  }),
  async (c) => c.json(await readForumSections(readingOf(c)), 200),
);

forum.openapi(
  createRoute({
    method: 'get',
    path: '/v1/forum/rows',
    tags,
    summary: 'The same forums as a flat list',
    responses: replies(z.array(ForumBriefWire)),
  }),
  async (c) => c.json(await readForumRows(readingOf(c)), 200),
);

forum.openapi(
  createRoute({
    method: 'get',
    path: '/v1/forum/theme',
    tags,
    summary: 'The kinds of thread that a forum offers',
    request: { query: z.object({ forum_id: requiredId }) },
    responses: replies(z.array(ThemeWire)),
  }),
  async (c) => c.json(await readThemes(readingOf(c), c.req.valid('query').forum_id), 200),
);

forum.openapi(
  createRoute({
    method: 'post',
    path: '/v1/forum/view',
    tags,
    ...may('forum.view', rate('view')),
    summary: 'Counts a visit of a forum that is read as a published page',
    request: { query: z.object({ id: requiredId }) },
    responses: { 204: { description: 'Counted, or seen by the same visitor within 10 minutes' } },
  }),
  async (c) => {
    const { id } = c.req.valid('query');
    const { db, timeZone, viewer } = readingOf(c);
    if ((await readCommunity(db, timeZone)).mayRead(id, viewer)) countVisit(c, id);
    return c.body(null, 204);
  },
);

/** Orders of a forum's list, by their names on the wire. */
const ORDER = { last_date: 'reply', created_at: 'age', hot_value: 'heat' } as const;

forum.openapi(
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
        order: oneOf(['last_date', 'created_at', 'hot_value'], 'last_date'),
        type_id: optionalId,
        languages,
        where: oneOf(['none', 'is_digest'], 'none'),
        offset: pageIndex,
        limit: limit(20),
      }),
    },
    responses: replies(ForumPageReplyWire),
  }),
  async (c) => {
    const query = c.req.valid('query');
    const list = {
      order: ORDER[query.order],
      digest: query.where === 'is_digest',
      language: query.languages,
      themeId: query.type_id || undefined,
      page: query.offset,
      limit: query.limit,
    };
    return c.json(await readForumWirePage(readingOf(c), query.id, list), 200);
  },
);
