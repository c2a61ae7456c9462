import type { OpenAPIHono } from '@hono/zod-openapi';
import type { ZodType } from 'zod';
import { createApi } from '#api/app.ts';
import type { ApiEnv, Deps } from '#api/http/context.ts';
import type { Scope } from '#auth/actor.ts';
import type { Db } from '#db/client.ts';
import { VisitCounter } from '#domain/forum/visit-counter.ts';
import { readEnv } from '#platform/env.ts';
import { createLog } from '#platform/log.ts';
import { createToken } from '../../scripts/create-token.ts';
import { atEndOfFile } from './at-end-of-file.ts';

export interface Caller {
  /** Calls the API without a socket; the body of a reply is parsed. */
  call<T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<{ status: number; body: T; headers: Headers }>;
  /** The same with any body, and without reading the reply. */
  send(
    method: string,
    path: string,
    body?: BodyInit,
    headers?: Record<string, string>,
  ): Promise<Response>;
  /** What names the caller in a request of one's own. */
  authorization: Record<string, string>;
}

export interface TestApi extends Caller {
  /** The same as this user, by an access token. */
  as(userId: number, scopes?: Scope[]): Promise<Caller>;
  /** Tags whose pages were taken down, in order. */
  takenDown: string[][];
  /** Visits of forums that are gathered, to be written at once. */
  visits: VisitCounter;
  /** The shape of each call's reply as its description says it, by "GET /api/v1/forum". */
  replySchemas: Map<string, ZodType>;
  /** For serving it on a socket. */
  fetch: (request: Request, env?: unknown) => Response | Promise<Response>;
}

function readReplySchemas(api: OpenAPIHono<ApiEnv>): TestApi['replySchemas'] {
  const found: TestApi['replySchemas'] = new Map();
  for (const definition of api.openAPIRegistry.definitions) {
    if (definition.type !== 'route') continue;
    const { method, path, responses } = definition.route;
    const reply = responses[200];
    const media = reply && 'content' in reply ? reply.content?.['application/json'] : undefined;
    if (media && 'schema' in media && media.schema)
      found.set(`${method.toUpperCase()} ${path}`, media.schema as ZodType);
  }
  return found;
}

/** The API over a test's database, with rate limits off unless said otherwise. */
export async function testApi(db: Db, variables: Record<string, string> = {}): Promise<TestApi> {
  const takenDown: string[][] = [];
  const log = createLog('silent');
  const visits = new VisitCounter(db, 'Asia/Shanghai', (error) => {
    throw error;
  });
  // Later its database is gone.
  atEndOfFile(() => visits.flush());
  const deps: Deps = {
    visits,
    db,
    replica: db,
    log,
    // What isn't reached from elsewhere may do without a captcha.
    env: readEnv({
      ...(variables.SITE_URL ? {} : { CAPTCHA_PROVIDER: 'none', CAPTCHA_WORK: 'light' }),
      RATE_LIMITS: 'off',
      SITE_URL: 'http://127.0.0.1:4321',
      DATA_DIR: '/tmp/forum-api-test',
      ...variables,
    }),
    takeDown: async (tags) => void takenDown.push([...tags]),
  };
  const { api } = await createApi(deps);
  const caller = (token?: string): Caller => {
    const authorization: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
    const send: Caller['send'] = async (method, path, body, headers = {}) =>
      api.request(path, {
        method,
        headers: { ...authorization, ...headers },
        ...(body === undefined ? {} : { body }),
      });
    return {
      authorization,
      send,
      async call(method, path, body, headers = {}) {
        const response = await send(
          method,
          path,
          body === undefined ? undefined : JSON.stringify(body),
          { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        );
        const text = await response.text();
        const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false;
        return {
          status: response.status,
          body: (text === '' ? null : isPage ? text : JSON.parse(text)) as never,
          headers: response.headers,
        };
      },
    };
  };
  return {
    ...caller(),
    takenDown,
    visits,
    replySchemas: readReplySchemas(api),
    fetch: api.fetch as TestApi['fetch'],
    as: async (userId, scopes = ['read', 'write', 'moderate']) =>
      caller((await createToken(db, { userId, name: 'test', scopes })).token),
  };
}
