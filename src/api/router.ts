import { OpenAPIHono, type z } from '@hono/zod-openapi';
import type { ApiEnv } from './context.ts';
import { onInvalid } from './errors.ts';

/** A file's routes. What doesn't fit their schemas is answered by errors.ts. */
export const router = (): OpenAPIHono<ApiEnv> => new OpenAPIHono<ApiEnv>({ defaultHook: onInvalid });

/** The `responses` of a route that answers JSON of this shape. */
export const replies = <T extends z.ZodType>(schema: T, description = 'OK') => ({ 200: { description, content: { 'application/json': { schema } } } });

/** The `request.body` of a route that reads JSON of this shape. */
export const jsonBody = <T extends z.ZodType>(schema: T) => ({ required: true, content: { 'application/json': { schema } } });
