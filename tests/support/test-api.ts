import { createApi } from '#api/app.ts';
import type { Deps } from '#api/http/context.ts';
import type { Scope } from '#auth/actor.ts';
import type { Db } from '#db/client.ts';
import { VisitCounter } from '#domain/forums/visit-counter.ts';
import { readEnv } from '#platform/env.ts';
import { createLog } from '#platform/log.ts';
import { createToken } from '../../scripts/create-token.ts';
import { atEndOfFile } from './at-end-of-file.ts';
import {
  findReplySchema,
  findShapeFaults,
  type ReplySchemas,
  readReplySchemas,
} from './reply-shapes.ts';

export interface Caller {
  /** Calls the API without a socket. Throws if the parsed reply differs from its description. */
  call<T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<{ status: number; body: T; headers: Headers }>;
  /** The same with any body, without parsing the reply. */
  send(
    method: string,
    path: string,
    body?: BodyInit,
    headers?: Record<string, string>,
  ): Promise<Response>;
  /** The header that identifies the caller. */
  authorization: Record<string, string>;
}

export interface TestApi extends Caller {
  /** A caller with an access token of this user. */
  as(userId: number, scopes?: Scope[]): Promise<Caller>;
  /** Tags whose pages were taken down, in order. */
  takenDown: string[][];
  /** Collected forum visits, which are written in batches. */
  visits: VisitCounter;
  /** The shape of each call's reply in its description, by "GET /api/v1/forum". */
  replySchemas: ReplySchemas;
  /** For serving it on a socket. */
  fetch: (request: Request, env?: unknown) => Response | Promise<Response>;
}

/** The API over a test's database; rate limits are off by default. */
export async function testApi(
  db: Db,
  variables: Record<string, string> = {},
  { replica }: Pick<Deps, 'replica'> = {},
): Promise<TestApi> {
  const takenDown: string[][] = [];
  const log = createLog('silent');
  const visits = new VisitCounter(db, 'Asia/Shanghai', (error) => {
    throw error;
  });
  // Flush before the database is dropped.
  atEndOfFile(() => visits.flush());
  const deps: Deps = {
    visits,
    db,
    replica,
    log,
    // An instance that isn't public may run without a captcha.
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
  const replySchemas = readReplySchemas(api);
  const expectShape = (method: string, path: string, body: unknown) => {
    if (typeof (body as { err_code?: unknown } | null)?.err_code === 'string') return;
    const schema = findReplySchema(replySchemas, method, path);
    const faults = schema ? findShapeFaults(body, schema) : [];
    if (faults.length > 0) throw new Error(`${method} ${path} answers with ${faults.join('; ')}`);
  };
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
        const type = response.headers.get('content-type') ?? '';
        const parsed = text === '' ? null : type.startsWith('text/html') ? text : JSON.parse(text);
        if (response.status === 200 && type.startsWith('application/json'))
          expectShape(method, path, parsed);
        return { status: response.status, body: parsed as never, headers: response.headers };
      },
    };
  };
  return {
    ...caller(),
    takenDown,
    visits,
    replySchemas,
    fetch: api.fetch as TestApi['fetch'],
    as: async (userId, scopes = ['read', 'write', 'moderate']) =>
      caller((await createToken(db, { userId, name: 'test', scopes })).token),
  };
}
