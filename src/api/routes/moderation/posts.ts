import { createRoute } from '@hono/zod-openapi';
import { ModerationActionWire, UpdatePostsWire } from '#contracts/wire/moderation.ts';
import { setCommentStates } from '#moderation/comment-states.ts';
import { featureReplies, setReplyStates } from '#moderation/reply-states.ts';
import { requireModerator } from '../../http/caller.ts';
import { limitRate } from '../../http/middleware/limit-rate.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import {
  actionResponses,
  getActionContext,
  sendActionResult,
  toReason,
} from '../../http/moderation-action.ts';
import { createRouter, jsonBody } from '../../http/router.ts';

/* What moderators do to replies and comments. */

const tags = ['moderation'];
const NOTIFY_DESCRIPTION = 'With `is_notify` 1 the author is told, with `note` as the reason.';
const TAKEDOWN_DESCRIPTION =
  'Floors stay, and say so. When the call returns, no page, feed, search or list shows the text any more.';

export const moderatePostRoutes = createRouter();

moderatePostRoutes.openapi(
  createRoute({
    method: 'put',
    path: '/v1/post/update',
    tags,
    ...requireRight('post.feature', limitRate('moderate')),
    summary: 'Features replies, or takes that back',
    description: `\`top\` 1: they stand on the first page of their thread too. ${NOTIFY_DESCRIPTION}`,
    request: { body: jsonBody(UpdatePostsWire) },
    responses: actionResponses,
  }),
  async (c) => {
    const { ids, top, ...body } = c.req.valid('json');
    return sendActionResult(
      c,
      await featureReplies(
        getActionContext(c),
        requireModerator(c),
        toReason(body),
        ids,
        top === 1,
      ),
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
  moderatePostRoutes.openapi(
    createRoute({
      method,
      path,
      tags,
      ...requireRight(right, limitRate('moderate')),
      summary,
      description:
        state === 'normal' ? NOTIFY_DESCRIPTION : `${TAKEDOWN_DESCRIPTION} ${NOTIFY_DESCRIPTION}`,
      request: { body: jsonBody(ModerationActionWire) },
      responses: actionResponses,
    }),
    async (c) => {
      const { ids, ...body } = c.req.valid('json');
      return sendActionResult(
        c,
        await setReplyStates(getActionContext(c), requireModerator(c), toReason(body), ids, state),
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
  moderatePostRoutes.openapi(
    createRoute({
      method,
      path,
      tags,
      ...requireRight('comment.delete', limitRate('moderate')),
      summary,
      description: NOTIFY_DESCRIPTION,
      request: { body: jsonBody(ModerationActionWire) },
      responses: actionResponses,
    }),
    async (c) => {
      const { ids, ...body } = c.req.valid('json');
      return sendActionResult(
        c,
        await setCommentStates(
          getActionContext(c),
          requireModerator(c),
          toReason(body),
          ids,
          state,
        ),
      );
    },
  );
}
