import { OpenAPIHono, z } from '@hono/zod-openapi';
import { JSON_BYTES } from '#contracts/limits.ts';
import type { ApiEnv } from './context.ts';
import { onInvalid } from './errors.ts';
import { jsonWithin } from './middleware/body.ts';
import { type Action, rate, rateOf } from './middleware/rate.ts';

/** What every call answers that went wrong; see docs.ts for the codes. */
const ErrorWire = z
  .object({
    code: z.int(),
    msg: z.string(),
    err_code: z.string(),
    err_payload: z.unknown().optional(),
  })
  .meta({ id: 'Error' });
const error = (description: string) => ({
  description,
  content: { 'application/json': { schema: ErrorWire } },
});

type OpenApi = OpenAPIHono<ApiEnv>['openapi'];
type Route = Parameters<OpenApi>[0];

interface JsonBody {
  'x-max-bytes'?: number;
  content: Record<string, { schema: z.ZodType } | undefined>;
}

/** The limit of a route that names none. */
const usual = ({ method, path }: Route): Action =>
  path.endsWith('.csv') ? 'export' : method === 'get' ? 'read' : 'act';

/**
 * The same route with what no route may be without: a limit of how often (`read` or `act` where it
 * names none) and, before the schema of a JSON body, the limits of its size and shape. Both stand
 * in the description.
 */
function guarded(route: Route): Route {
  const own = [route.middleware ?? []].flat();
  const action = own.map(rateOf).find((one) => one !== undefined) ?? usual(route);
  const body = route.request?.body as JsonBody | undefined;
  const schema = body?.content['application/json']?.schema;
  const middleware = [
    ...own,
    ...(own.some(rateOf) ? [] : [rate(action)]),
    ...(schema ? [jsonWithin(body?.['x-max-bytes'] ?? JSON_BYTES, schema)] : []),
  ];
  const tooLarge = body
    ? {
        413: error(
          '`tooLarge`: the body has more than `x-max-bytes`, or holds more than any call needs',
        ),
      }
    : {};
  return {
    ...route,
    'x-rate': action,
    middleware,
    responses: { ...tooLarge, default: error('Something went wrong'), ...route.responses },
  } as Route;
}

/** A file's routes. What doesn't fit their schemas is answered by errors.ts. */
export function router(): OpenAPIHono<ApiEnv> {
  const made = new OpenAPIHono<ApiEnv>({ defaultHook: onInvalid });
  const { openapi } = made;
  made.openapi = ((route: Route, ...rest: unknown[]) =>
    (openapi as (...all: unknown[]) => unknown)(guarded(route), ...rest)) as OpenApi;
  return made;
}

/** The `responses` of a route that answers JSON of this shape. */
export const replies = <T extends z.ZodType>(schema: T, description = 'OK') => ({
  200: { description, content: { 'application/json': { schema } } },
});

/** The `request.body` of a route that reads JSON of this shape, of at most so many bytes. */
export const jsonBody = <T extends z.ZodType>(schema: T, bytes: number = JSON_BYTES) => ({
  required: true,
  'x-max-bytes': bytes,
  content: { 'application/json': { schema } },
});
