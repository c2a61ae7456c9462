import { OpenAPIHono, z } from '@hono/zod-openapi';
import { MAX_JSON_BYTES } from '#platform/limits.ts';
import type { ApiEnv } from './context.ts';
import { throwIfInvalid } from './errors.ts';
import { limitJsonBody } from './middleware/limit-body.ts';
import { getDefaultRateAction, getRateAction, limitRate } from './middleware/limit-rate.ts';

/** The reply of every failed call; see routes/site/api-docs.ts for the codes. */
const ErrorWire = z
  .object({
    code: z.int(),
    msg: z.string(),
    err_code: z.string(),
    err_payload: z.unknown().optional(),
  })
  .meta({ id: 'Error' });
const errorResponse = (description: string) => ({
  description,
  content: { 'application/json': { schema: ErrorWire } },
});

type OpenApi = OpenAPIHono<ApiEnv>['openapi'];
type Route = Parameters<OpenApi>[0];

interface JsonBody {
  'x-max-bytes'?: number;
  content: Record<string, { schema: z.ZodType } | undefined>;
}

/**
 * Adds to a route what every route must have: a rate limit (see RATES) and, before the schema of a
 * JSON body, limits of its size and shape. Both are in the description.
 */
function addLimits(route: Route): Route {
  const own = [route.middleware ?? []].flat();
  const named = own.map(getRateAction).find((rateAction) => rateAction !== undefined);
  const action = named ?? getDefaultRateAction(route);
  const body = route.request?.body as JsonBody | undefined;
  const schema = body?.content['application/json']?.schema;
  const tooLarge =
    '`tooLarge`: the body has more than `x-max-bytes`, or holds more than any call needs';
  return {
    ...route,
    'x-rate': action,
    middleware: [
      ...own,
      ...(named ? [] : [limitRate(action)]),
      ...(schema ? [limitJsonBody(body?.['x-max-bytes'] ?? MAX_JSON_BYTES, schema)] : []),
    ],
    responses: {
      ...(body ? { 413: errorResponse(tooLarge) } : {}),
      default: errorResponse('Something went wrong'),
      ...route.responses,
    },
  } as Route;
}

/** A router of one file. Input that doesn't fit its schemas is answered by errors.ts. */
export function createRouter(): OpenAPIHono<ApiEnv> {
  const app = new OpenAPIHono<ApiEnv>({ defaultHook: throwIfInvalid });
  const { openapi } = app;
  app.openapi = ((route: Route, ...rest: unknown[]) =>
    (openapi as (...args: unknown[]) => unknown)(addLimits(route), ...rest)) as OpenApi;
  return app;
}

/** The `responses` of a route that answers JSON of this shape. */
export const jsonResponses = <T extends z.ZodType>(schema: T, description = 'OK') => ({
  200: { description, content: { 'application/json': { schema } } },
});

/** The `request.body` of a route that reads JSON of this shape, of at most so many bytes. */
export const jsonBody = <T extends z.ZodType>(schema: T, bytes: number = MAX_JSON_BYTES) => ({
  required: true,
  'x-max-bytes': bytes,
  content: { 'application/json': { schema } },
});
