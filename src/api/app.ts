import { OpenAPIHono } from '@hono/zod-openapi';
import type { ApiEnv, Deps } from './context.ts';

/** The whole API. */
export async function createApi(deps: Deps): Promise<{ api: OpenAPIHono<ApiEnv>; provider?: undefined }> {
  const api = new OpenAPIHono<ApiEnv>();
  api.use(async (c, next) => {
    c.set('deps', deps);
    await next();
  });
  api.get('/api/health', (c) => c.json({ ok: true }));
  return { api };
}
