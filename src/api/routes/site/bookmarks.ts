import { createRoute, z } from '@hono/zod-openapi';
import { requireActor } from '#auth/guards.ts';
import {
  BookmarksReplyWire,
  SetBookmarkReplyWire,
  SetBookmarkWire,
} from '#contracts/wire/bookmark.ts';
import { OkReplyWire } from '#contracts/wire/replies.ts';
import { readBookmarks, readBookmarksOfPosts } from '#domain/bookmark/read.ts';
import { removeBookmark, setBookmark } from '#domain/bookmark/set-bookmark.ts';
import { limitRate } from '../../http/middleware/limit-rate.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import { ids, limit, oneOf, pageIndex, requiredId, searchText } from '../../http/params.ts';
import { getOwnReadContext } from '../../http/read-context.ts';
import { createRouter, jsonBody, jsonResponses } from '../../http/router.ts';

/* Posts that members come back to, with a note and a reminder. */

const tags = ['member'];
const unauthenticatedResponses = { 401: { description: 'Not logged in' } };
const MAX_KEYWORD_CHARACTERS = 100;

export const bookmarkRoutes = createRouter();

bookmarkRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/user/bookmarks',
    tags,
    ...requireRight('own.read'),
    summary: 'The caller’s bookmarks, the latest first',
    description:
      '`keyword` is looked for in the note, the subject, the beginning of the text and the author’s name. `reminders` 1: only those with a reminder, the next one first. `post_ids`: those of these posts alone, whatever else is asked for. `post` is null of what the caller may not read any more.',
    request: {
      query: z.object({
        keyword: searchText(MAX_KEYWORD_CHARACTERS),
        reminders: oneOf(['0', '1'], '0'),
        post_ids: ids,
        offset: pageIndex,
        limit: limit(20),
      }),
    },
    responses: { ...jsonResponses(BookmarksReplyWire), ...unauthenticatedResponses },
  }),
  async (c) => {
    const actor = requireActor(c);
    const { keyword, reminders, post_ids, offset, limit: pageSize } = c.req.valid('query');
    const reading = getOwnReadContext(c);
    return c.json(
      post_ids.length > 0
        ? await readBookmarksOfPosts(reading, actor, post_ids)
        : await readBookmarks(reading, actor, {
            keyword: keyword?.trim() || undefined,
            onlyReminders: reminders === '1',
            page: offset,
            limit: pageSize,
          }),
      200,
    );
  },
);

bookmarkRoutes.openapi(
  createRoute({
    method: 'post',
    path: '/v2/user/bookmark',
    tags,
    ...requireRight('bookmark.set', limitRate('react')),
    summary: 'Bookmarks a post, or changes its note or reminder',
    description:
      'What is left out stays as it is. Errors: `notFound`, `length` (the note), `limit` (there are too many), `malformed` (the reminder is past or more than a year away).',
    request: { body: jsonBody(SetBookmarkWire) },
    responses: {
      ...jsonResponses(SetBookmarkReplyWire),
      ...unauthenticatedResponses,
      404: { description: 'No such post' },
    },
  }),
  async (c) => {
    const { post_id, note, remind_at } = c.req.valid('json');
    const saved = await setBookmark(c.var.deps.db, requireActor(c), post_id, {
      note,
      remindAt: typeof remind_at === 'string' ? new Date(remind_at) : remind_at,
    });
    return c.json(
      {
        code: 0,
        msg: 'ok',
        data: {
          id: saved.id,
          note: saved.note,
          remind_at: saved.remindAt?.toISOString() ?? null,
        },
      },
      200,
    );
  },
);

bookmarkRoutes.openapi(
  createRoute({
    method: 'delete',
    path: '/v2/user/bookmark',
    tags,
    ...requireRight('bookmark.set', limitRate('react')),
    summary: 'Removes a bookmark with its reminder',
    request: { query: z.object({ post_id: requiredId }) },
    responses: { ...jsonResponses(OkReplyWire), ...unauthenticatedResponses },
  }),
  async (c) => {
    await removeBookmark(c.var.deps.db, requireActor(c).userId, c.req.valid('query').post_id);
    return c.json({ code: 0, msg: 'ok' }, 200);
  },
);
