import { createRoute, z } from '@hono/zod-openapi';
import { TopPostsReplyWire } from '#contracts/wire/post.ts';
import { readFeaturedReplies } from '#domain/post/replies-for-api.ts';
import { requiredId } from '../../http/params.ts';
import { getReadContext } from '../../http/read-context.ts';
import { createRouter, jsonResponses } from '../../http/router.ts';

export const featuredReplyRoutes = createRouter();

featuredReplyRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v1/post/top/list',
    tags: ['post'],
    summary: 'The featured replies of a thread',
    request: { query: z.object({ id: requiredId }) },
    responses: {
      ...jsonResponses(TopPostsReplyWire),
      404: { description: 'No such thread' },
      406: { description: 'The thread was deleted or hidden' },
    },
  }),
  async (c) => c.json(await readFeaturedReplies(getReadContext(c), c.req.valid('query').id), 200),
);
