import { createRoute } from '@hono/zod-openapi';
import { ActWire, UpdatePostsWire } from '#contracts/wire/moderation.ts';
import { setCommentStates } from '#moderation/comments.ts';
import { featureReplies, setReplyStates } from '#moderation/posts.ts';
import { may } from './middleware/may.ts';
import { rate } from './middleware/rate.ts';
import { acted, answer, becauseOf, placeOf } from './moderating.ts';
import { jsonBody, router } from './router.ts';
import { moderatorOf } from './speaking.ts';

/* What moderators do to replies and comments. */

const tags = ['moderation'];
const NOTICE = 'With `is_notify` 1 the author is told, with `note` as the reason.';
const GONE =
  'Floors stay, and say so. When the call returns, no page, feed, search or list shows the text any more.';

export const moderatePosts = router();

moderatePosts.openapi(
  createRoute({
    method: 'put',
    path: '/v1/post/update',
    tags,
    ...may('post.feature', rate('moderate')),
    summary: 'Features replies, or takes that back',
    description: `\`top\` 1: they stand on the first page of their thread too. ${NOTICE}`,
    request: { body: jsonBody(UpdatePostsWire) },
    responses: acted,
  }),
  async (c) => {
    const { ids, top, ...body } = c.req.valid('json');
    return answer(
      c,
      await featureReplies(placeOf(c), moderatorOf(c), becauseOf(body), ids, top === 1),
    );
  },
);

for (const [method, path, state, right, summary] of [
  ['put', '/v1/post/delete', 'deleted', 'post.delete', 'Deletes replies'],
  ['post', '/v2/moderation/posts/delete', 'deleted', 'post.delete', 'Deletes replies'],
  ['post', '/v2/moderation/posts/hide', 'hidden', 'post.hide', 'Hides replies'],
  [
    'post',
    '/v2/moderation/posts/restore',
    'normal',
    'post.delete',
    'Shows replies again that were deleted or hidden, by whomever',
  ],
  [
    'post',
    '/v2/moderation/posts/show',
    'normal',
    'post.hide',
    'The same, for those that were hidden',
  ],
] as const) {
  moderatePosts.openapi(
    createRoute({
      method,
      path,
      tags,
      ...may(right, rate('moderate')),
      summary,
      description: state === 'normal' ? NOTICE : `${GONE} ${NOTICE}`,
      request: { body: jsonBody(ActWire) },
      responses: acted,
    }),
    async (c) => {
      const { ids, ...body } = c.req.valid('json');
      return answer(
        c,
        await setReplyStates(placeOf(c), moderatorOf(c), becauseOf(body), ids, state),
      );
    },
  );
}

for (const [method, path, state, summary] of [
  ['put', '/v1/post/comment/delete', 'deleted', 'Deletes comments'],
  ['post', '/v2/moderation/comments/delete', 'deleted', 'Deletes comments'],
  ['post', '/v2/moderation/comments/hide', 'hidden', 'Hides comments'],
  [
    'post',
    '/v2/moderation/comments/restore',
    'normal',
    'Shows comments again that were deleted or hidden, by whomever',
  ],
] as const) {
  moderatePosts.openapi(
    createRoute({
      method,
      path,
      tags,
      ...may('comment.delete', rate('moderate')),
      summary,
      description: NOTICE,
      request: { body: jsonBody(ActWire) },
      responses: acted,
    }),
    async (c) => {
      const { ids, ...body } = c.req.valid('json');
      return answer(
        c,
        await setCommentStates(placeOf(c), moderatorOf(c), becauseOf(body), ids, state),
      );
    },
  );
}
