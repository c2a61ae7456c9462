import { createRoute } from '@hono/zod-openapi';
import { AppError } from '#contracts/errors.ts';
import {
  ActWire,
  CloseThreadWire,
  DeleteThreadsWire,
  MergeThreadsWire,
  MoveThreadsWire,
  OneActWire,
  SplitRepliesWire,
  UpdateThreadsWire,
} from '#contracts/wire/moderation.ts';
import { MARK_NAMES, type Mark, setMark } from '#moderation/marks.ts';
import { mergeThreads, unmergeThread } from '#moderation/merge.ts';
import { moveThreads } from '#moderation/move.ts';
import { splitReplies, unsplitThread } from '#moderation/split.ts';
import { deleteThreads, setThreadStates } from '#moderation/threads.ts';
import { may } from './middleware/may.ts';
import { rate } from './middleware/rate.ts';
import { acted, answer, becauseOf, placeOf } from './moderating.ts';
import { jsonBody, router } from './router.ts';
import { moderatorOf } from './speaking.ts';

/* What moderators do to threads. */

const tags = ['moderation'];
const NOTICE = 'With `is_notify` 1 the author is told, with `note` as the reason.';
const GONE = 'When the call returns, no page, feed, search or list shows it any more.';

export const moderateThreads = router();

/** What moderators need for a mark. */
const RIGHT_FOR: Record<Mark, 'thread.mark' | 'thread.close'> = {
  top: 'thread.mark',
  is_top_forum: 'thread.mark',
  is_digest: 'thread.mark',
  is_digest_forum: 'thread.mark',
  is_closed: 'thread.close',
  is_resolved: 'thread.close',
};
const isMark = (field: string): field is Mark => (MARK_NAMES as readonly string[]).includes(field);

moderateThreads.openapi(
  createRoute({
    method: 'put',
    path: '/v1/thread/update',
    tags,
    ...may(['thread.mark', 'thread.close'], rate('moderate')),
    summary: 'Pins, features, closes or resolves threads',
    description: `\`field\`: ${MARK_NAMES.join(', ')}. \`value\` is 0 or 1, of pins up to 9: greater comes first. Closing and resolving take the right to close. \`top\` (pinned everywhere) is for those who moderate everywhere. ${NOTICE}`,
    request: { body: jsonBody(UpdateThreadsWire) },
    responses: acted,
  }),
  async (c) => {
    const { field, ids, value, ...body } = c.req.valid('json');
    if (!isMark(field)) throw new AppError('malformed', { values: { field: 'field' } });
    return answer(
      c,
      await setMark(
        placeOf(c),
        moderatorOf(c, RIGHT_FOR[field]),
        becauseOf(body),
        ids,
        field,
        value,
      ),
    );
  },
);

moderateThreads.openapi(
  createRoute({
    method: 'put',
    path: '/v1/thread/delete',
    tags,
    ...may('thread.delete', rate('moderate')),
    summary: 'Deletes threads, each with a reason of its own',
    description: `${GONE} ${NOTICE}`,
    request: { body: jsonBody(DeleteThreadsWire) },
    responses: acted,
  }),
  async (c) => {
    const deletions = c.req.valid('json').msg.map((one) => ({ id: one.id, ...becauseOf(one) }));
    return answer(c, await deleteThreads(placeOf(c), moderatorOf(c), deletions));
  },
);

moderateThreads.openapi(
  createRoute({
    method: 'post',
    path: '/v1/thread/close',
    tags,
    ...may('thread.close', rate('moderate')),
    summary: 'Closes a thread, so that it takes no more replies, or opens it',
    description: NOTICE,
    request: { body: jsonBody(CloseThreadWire) },
    responses: acted,
  }),
  async (c) => {
    const { thread_id, is_closed, ...body } = c.req.valid('json');
    return answer(
      c,
      await setMark(
        placeOf(c),
        moderatorOf(c),
        becauseOf(body),
        [thread_id],
        'is_closed',
        is_closed,
      ),
    );
  },
);

moderateThreads.openapi(
  createRoute({
    method: 'post',
    path: '/v2/user/threads/move',
    tags,
    ...may('thread.move', rate('moderate')),
    summary: 'Moves threads to a forum and one of its themes',
    description: `Without \`theme_id\`, or with 0, the forum’s first theme. The caller moderates where the threads are, and may read where they go. ${NOTICE}`,
    request: { body: jsonBody(MoveThreadsWire) },
    responses: acted,
  }),
  async (c) => {
    const { ids, forum_id, theme_id, ...body } = c.req.valid('json');
    return answer(
      c,
      await moveThreads(placeOf(c), moderatorOf(c), becauseOf(body), ids, {
        forumId: forum_id,
        themeId: theme_id || undefined,
      }),
    );
  },
);

for (const [word, state, right, summary] of [
  ['delete', 'deleted', 'thread.delete', 'Deletes threads'],
  ['hide', 'hidden', 'thread.hide', 'Hides threads'],
  [
    'restore',
    'normal',
    'thread.delete',
    'Shows threads again that were deleted or hidden, by whomever',
  ],
  ['show', 'normal', 'thread.hide', 'The same, for those that were hidden'],
] as const) {
  moderateThreads.openapi(
    createRoute({
      method: 'post',
      path: `/v2/moderation/threads/${word}`,
      tags,
      ...may(right, rate('moderate')),
      summary,
      description:
        `${state === 'normal' ? '' : GONE} ${NOTICE} 409 for a thread that was merged into another.`.trim(),
      request: { body: jsonBody(ActWire) },
      responses: acted,
    }),
    async (c) => {
      const { ids, ...body } = c.req.valid('json');
      return answer(
        c,
        await setThreadStates(placeOf(c), moderatorOf(c), becauseOf(body), ids, state),
      );
    },
  );
}

moderateThreads.openapi(
  createRoute({
    method: 'post',
    path: '/v2/moderation/threads/merge',
    tags,
    ...may('thread.merge', rate('moderate')),
    summary: 'Puts all posts of a thread behind the last floor of another',
    description: `The first post becomes a reply; replies keep their order and get new floors. Addresses of the thread \`id\` and of its replies lead to where they are then. 406 when one of the two isn’t shown. ${NOTICE}`,
    request: { body: jsonBody(MergeThreadsWire) },
    responses: acted,
  }),
  async (c) => {
    const { id, into, ...body } = c.req.valid('json');
    return answer(c, await mergeThreads(placeOf(c), moderatorOf(c), becauseOf(body), id, into));
  },
);

moderateThreads.openapi(
  createRoute({
    method: 'post',
    path: '/v2/moderation/threads/split',
    tags,
    ...may('thread.split', rate('moderate')),
    summary: 'Makes a thread of replies',
    description: `The earliest of \`ids\`, replies of one thread, begins it; \`changed\` is its number. Without \`forum_id\` it stays in the forum and theme of the old one. The old floors stay empty. Errors: \`length\` (of the subject). ${NOTICE}`,
    request: { body: jsonBody(SplitRepliesWire) },
    responses: acted,
  }),
  async (c) => {
    const { ids, subject, forum_id, theme_id, ...body } = c.req.valid('json');
    const to = forum_id ? { forumId: forum_id, themeId: theme_id || undefined } : undefined;
    return answer(
      c,
      await splitReplies(placeOf(c), moderatorOf(c), becauseOf(body), { ids, subject, to }),
    );
  },
);

for (const [word, right, takeBack, summary, description] of [
  [
    'unmerge',
    'thread.merge',
    unmergeThread,
    'Takes a merging back',
    'The posts stand where they stood. 409 when it isn’t merged, or its posts have gone elsewhere since.',
  ],
  [
    'unsplit',
    'thread.split',
    unsplitThread,
    'Takes a splitting back',
    'Addresses of the thread lead to the old one. 409 when something else was written in it since: then it can be merged.',
  ],
] as const) {
  moderateThreads.openapi(
    createRoute({
      method: 'post',
      path: `/v2/moderation/threads/${word}`,
      tags,
      ...may(right, rate('moderate')),
      summary,
      description: `${description} ${NOTICE}`,
      request: { body: jsonBody(OneActWire) },
      responses: acted,
    }),
    async (c) => {
      const { id, ...body } = c.req.valid('json');
      return answer(c, await takeBack(placeOf(c), moderatorOf(c), becauseOf(body), id));
    },
  );
}
