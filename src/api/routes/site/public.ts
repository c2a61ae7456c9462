import { createRoute, z } from '@hono/zod-openapi';
import { CONFIG_NAMES, type ConfigName } from '#contracts/config-entries.ts';
import { AppError } from '#contracts/errors.ts';
import { PublicPostWire } from '#contracts/wire/post.ts';
import { ConfigEntryWire } from '#contracts/wire/replies.ts';
import { UserTagWire } from '#contracts/wire/user.ts';
import { toConfigEntryWire } from '#domain/config/present.ts';
import { readConfig } from '#domain/config/read.ts';
import { readPublicPosts } from '#domain/post/public-feed.ts';
import { readUserTags } from '#domain/user/user-tags.ts';
import { limit, optionalId, requiredId, rowOffset } from '../../http/params.ts';
import { createRouter, jsonResponses } from '../../http/router.ts';

const tags = ['public'];

export const publicRoutes = createRouter();

publicRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/public/posts',
    tags,
    summary: 'The newest posts that everybody may read',
    description:
      'Newest first; `offset` counts rows. A first post has `is_first` 1. Addresses in messages are absolute. With `id` only that post, or none.',
    request: { query: z.object({ id: optionalId, offset: rowOffset, limit: limit(20) }) },
    responses: jsonResponses(z.array(PublicPostWire)),
  }),
  async (c) => {
    const { id, ...range } = c.req.valid('query');
    const { replica, env } = c.var.deps;
    return c.json(
      await readPublicPosts(replica, { siteUrl: env.SITE_URL, id: id || undefined, ...range }),
      200,
    );
  },
);

publicRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/public/user/tags',
    tags,
    summary: 'What a person is called besides the name',
    request: { query: z.object({ user_id: requiredId }) },
    responses: jsonResponses(z.array(UserTagWire)),
  }),
  async (c) => c.json(await readUserTags(c.var.deps.replica, c.req.valid('query').user_id), 200),
);

const isConfigName = (name: string): name is ConfigName =>
  (CONFIG_NAMES as readonly string[]).includes(name);

publicRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/public/config/{name}',
    tags,
    summary: 'A public configuration entry',
    description: `One of ${CONFIG_NAMES.join(', ')}. \`value\` is JSON as text, with the cards of every language and device: the client picks its own.`,
    request: { params: z.object({ name: z.string().max(40) }) },
    responses: { ...jsonResponses(ConfigEntryWire), 404: { description: 'No such entry' } },
  }),
  async (c) => {
    const { name } = c.req.valid('param');
    const entry = isConfigName(name) ? await readConfig(c.var.deps.replica, name) : undefined;
    if (!entry) throw new AppError('notFound');
    return c.json(toConfigEntryWire(entry), 200);
  },
);
