import { requireActor } from '#auth/guards.ts';
import { readBookmarks, readBookmarksOfPosts } from '#domain/reading/bookmark/read.ts';
import { removeBookmark, setBookmark } from '#domain/reading/bookmark/set-bookmark.ts';
import { answerCalls } from '../../http/answer-calls.ts';
import { requireWithinRate } from '../../http/middleware/limit-rate.ts';
import { getOwnReadContext } from '../../http/read-context.ts';

export const bookmarkRoutes = answerCalls({
  'GET /v2/user/bookmarks': async (
    c,
    { query: { keyword, reminders, post_ids, offset, limit: pageSize } },
  ) => {
    const actor = requireActor(c);
    const searched = post_ids.length > 0 ? undefined : keyword?.trim() || undefined;
    if (searched !== undefined) await requireWithinRate(c, 'search');
    const reading = getOwnReadContext(c);
    return post_ids.length > 0
      ? await readBookmarksOfPosts(reading, actor, post_ids)
      : await readBookmarks(reading, actor, {
          keyword: searched,
          onlyReminders: reminders === '1',
          page: offset,
          limit: pageSize,
        });
  },

  'POST /v2/user/bookmark': (c, { db, body: { post_id, note, remind_at } }) =>
    setBookmark(db, requireActor(c), post_id, {
      note,
      remindAt: typeof remind_at === 'string' ? new Date(remind_at) : remind_at,
    }),

  'DELETE /v2/user/bookmark': (_, { db, actorId, query }) =>
    removeBookmark(db, actorId, query.post_id),
});
