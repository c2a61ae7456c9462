import type { OpenAPIHono } from '@hono/zod-openapi';
import { createApi } from '#api/app.ts';
import type { ApiEnv, Deps } from '#api/http/context.ts';
import { createDb } from '#db/client.ts';
import { readEnv } from '#platform/env.ts';
import { createLog } from '#platform/log.ts';
import type { Description } from './openapi.ts';

/** The API without a database, for reading its routes and their description. */
export async function createApiWithoutDatabase(): Promise<OpenAPIHono<ApiEnv>> {
  const db = createDb({ kind: 'maintenance', url: 'postgresql://nobody@127.0.0.1:1/none' });
  const deps: Deps = {
    db,
    log: createLog('silent'),
    env: readEnv({ SITE_URL: 'http://127.0.0.1:4321', DATA_DIR: '/tmp/forum-limits' }),
    takeDown: async () => {},
  };
  return (await createApi(deps)).api;
}

/** The API's description (R43). */
export async function describeApi(): Promise<Description> {
  const api = await createApiWithoutDatabase();
  return (await (await api.request('/api/openapi.json')).json()) as Description;
}
