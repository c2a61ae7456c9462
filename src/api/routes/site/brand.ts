import { createRoute, z } from '@hono/zod-openapi';
import { APP_ICON_NAMES } from '#contracts/brand-mark.ts';
import { readAppIcon } from '#domain/config/app-icon.ts';
import { createRouter } from '../../http/router.ts';

export const brandRoutes = createRouter();

brandRoutes.openapi(
  createRoute({
    method: 'get',
    path: '/v2/public/app-icon/{name}',
    tags: ['public'],
    summary: 'An icon of the web app',
    description:
      'Drawn from the mark and the colour of the saved brand. `v` is the version of the brand: another one has another address.',
    request: {
      params: z.object({ name: z.enum(APP_ICON_NAMES) }),
      query: z.object({ v: z.string().max(20).optional() }),
    },
    responses: {
      200: {
        description: 'A square PNG',
        content: { 'image/png': { schema: z.string().openapi({ format: 'binary' }) } },
      },
    },
  }),
  async (c) => {
    const { db, env } = c.var.deps;
    const icon = await readAppIcon(db, env, c.req.valid('param').name);
    return c.body(new Uint8Array(icon), 200, {
      'content-type': 'image/png',
      'cache-control': 'public, max-age=86400',
    });
  },
);
