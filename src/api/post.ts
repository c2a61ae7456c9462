import { createRoute, z } from '@hono/zod-openapi';
import { TopPostsReplyWire } from '#contracts/wire/post.ts';
import { readFeatured } from '#domain/post/wire-list.ts';
import { requiredId } from './params.ts';
import { readingOf } from './reading.ts';
import { replies, router } from './router.ts';

export const post = router();

post.openapi(
  createRoute({
    method: 'get',
    path: '/v1/post/top/list',
    tags: ['post'],
    summary: 'The featured replies of a thread',
    request: { query: z.object({ id: requiredId }) },
    responses: {
      ...replies(TopPostsReplyWire),
      404: { description: 'No such thread' },
      406: { description: 'The thread was deleted or hidden' },
    },
  }),
  async (c) => c.json(await readFeatured(readingOf(c), c.req.valid('query').id), 200),
);
