import {
  readThemes,
  readVisibleForums,
  readVisibleSections,
} from '#domain/forums/visible-forums.ts';
import { readForumWithThreads } from '#domain/page-data/forum-with-threads.ts';
import { readReferenceData } from '#domain/reference/reference-data.ts';
import { answerCalls } from '../../http/answer-calls.ts';
import { createModerationCheck } from '../../http/caller.ts';
import { countForumVisit } from '../../http/middleware/forum-visits.ts';
import { getReadContext } from '../../http/read-context.ts';

export const forumRoutes = answerCalls({
  'GET /v1/forum': (c) => readVisibleSections(getReadContext(c)),

  'GET /v1/forum/rows': (c) => readVisibleForums(getReadContext(c)),

  'GET /v1/forum/theme': (c, { query: { forum_id } }) =>
    readThemes(getReadContext(c), forum_id, createModerationCheck(c, 'thread.edit')),

  'POST /v1/forum/view': async (c, { query: { id } }) => {
    const { db, timeZone, viewer } = getReadContext(c);
    if ((await readReferenceData(db, timeZone)).canRead(id, viewer)) countForumVisit(c, id);
    return c.body(null, 204);
  },

  'GET /v1/forum/id': async (c, { query }) => {
    const list = {
      order: query.order,
      digest: query.where === 'is_digest',
      language: query.languages,
      themeId: query.type_id || undefined,
      page: query.offset,
      limit: query.limit,
    };
    return readForumWithThreads(getReadContext(c), query.id, list);
  },
});
