import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { RIGHTS, type Right } from '#auth/rights.ts';
import { OkReplyWire } from '#contracts/wire/replies.ts';
import type { Db } from '#db/client.ts';
import type { ApiContext, ApiEnv } from '../../http/context.ts';
import { limitRate, type RateAction } from '../../http/middleware/limit-rate.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import { requiredId } from '../../http/params.ts';
import { jsonBody, jsonResponses } from '../../http/router.ts';
import { adminTags, freshLoginResponses, getAdministrator } from './admin-access.ts';

interface Call<Body, Query> {
  db: Db;
  /** The administrator, for the action log. */
  actorId: number;
  /** What `{id}` is in the path. */
  id: number;
  body: Body;
  query: Query;
  c: ApiContext;
}

interface AdminCall<Body, Query, Reply> {
  right: Right;
  summary: string;
  description?: string;
  body?: z.ZodType<Body>;
  maxBytes?: number;
  rate?: RateAction;
  query?: z.ZodType<Query>;
  /** What is answered; without it, that it worked. */
  reply?: z.ZodType<Reply>;
  /** Descriptions of its own errors, by their status. */
  errors?: Readonly<Record<number, string>>;
  run(call: Call<Body, Query>): Promise<Reply>;
}

/** Adds a call of the admin area, by its method and path: `PUT /v2/admin/words/{id}`. */
export function addAdminCall<Body = undefined, Query = undefined, Reply = void>(
  router: OpenAPIHono<ApiEnv>,
  call: `${'GET' | 'POST' | 'PUT' | 'DELETE'} /v2/admin/${string}`,
  options: AdminCall<Body, Query, Reply>,
): void {
  const [method, path] = call.split(' ') as [string, string];
  const { right, summary, description, body, query, maxBytes, rate, errors = {} } = options;
  router.openapi(
    createRoute({
      method: method.toLowerCase() as 'post',
      path,
      ...requireRight(right, ...(rate ? [limitRate(rate)] : [])),
      tags: adminTags,
      summary,
      ...(description === undefined ? {} : { description }),
      request: {
        ...(path.includes('{id}') ? { params: z.object({ id: requiredId }) } : {}),
        ...(query ? { query: query as never } : {}),
        ...(body ? { body: jsonBody(body, maxBytes) } : {}),
      },
      responses: {
        ...jsonResponses(options.reply ?? OkReplyWire),
        ...(RIGHTS[right].fresh ? freshLoginResponses : {}),
        ...Object.fromEntries(
          Object.entries(errors).map(([status, text]) => [status, { description: text }]),
        ),
      },
    }),
    async (c) => {
      const valid = (part: 'param' | 'query' | 'json') => c.req.valid(part as never) as unknown;
      const reply = await options.run({
        db: c.var.deps.db,
        actorId: getAdministrator(c).userId,
        id: (valid('param') as { id: number } | undefined)?.id ?? 0,
        body: valid('json') as Body,
        query: valid('query') as Query,
        c,
      });
      return c.json((reply ?? { code: 0, msg: 'ok' }) as never, 200);
    },
  );
}
