import { createRoute, z } from '@hono/zod-openapi';
import { AppError } from '#contracts/errors.ts';
import { PublicPostWire } from '#contracts/wire/post.ts';
import { ConfigEntryWire } from '#contracts/wire/site.ts';
import { UserTagWire } from '#contracts/wire/user.ts';
import { presentConfigEntry } from '#domain/config/present.ts';
import { CONFIG_FIELDS, type ConfigField, readConfig } from '#domain/config/read.ts';
import { readPublicPosts } from '#domain/post/wire-feed.ts';
import { readUserTags } from '#domain/user/wire-search.ts';
import { limit, optionalId, requiredId, rowOffset } from './params.ts';
import { replies, router } from './router.ts';

const tags = ['public'];

export const publicFeed = router();

publicFeed.openapi(
  createRoute({
    method: 'get',
    path: '/v2/public/posts',
    tags,
    summary: 'The newest posts that everybody may read',
    description:
      'Newest first; `offset` counts rows. A first post has `is_first` 1. With `id` only that post, or none.',
    request: { query: z.object({ id: optionalId, offset: rowOffset, limit: limit(20) }) },
    responses: replies(z.array(PublicPostWire)),
  }),
  async (c) => {
    const { id, ...range } = c.req.valid('query');
    return c.json(
      await readPublicPosts(c.var.deps.replica, { id: id || undefined, ...range }),
      200,
    );
  },
);

publicFeed.openapi(
  createRoute({
    method: 'get',
    path: '/v2/public/user/tags',
    tags,
    summary: 'What a person is called besides the name',
    request: { query: z.object({ user_id: requiredId }) },
    responses: replies(z.array(UserTagWire)),
  }),
  async (c) => c.json(await readUserTags(c.var.deps.replica, c.req.valid('query').user_id), 200),
);

const isField = (name: string): name is ConfigField =>
  (CONFIG_FIELDS as readonly string[]).includes(name);

publicFeed.openapi(
  createRoute({
    method: 'get',
    path: '/v2/public/config/{name}',
    tags,
    summary: 'A public configuration entry',
    description: `One of ${CONFIG_FIELDS.join(', ')}. \`value\` is JSON as text, with the cards of every language and device: the client picks its own.`,
    request: { params: z.object({ name: z.string().max(40) }) },
    responses: { ...replies(ConfigEntryWire), 404: { description: 'No such entry' } },
  }),
  async (c) => {
    const { name } = c.req.valid('param');
    const entry = isField(name) ? await readConfig(c.var.deps.replica, name) : undefined;
    if (!entry) throw new AppError('notFound');
    return c.json(presentConfigEntry(entry), 200);
  },
);
