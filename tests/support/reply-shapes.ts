import type { OpenAPIHono } from '@hono/zod-openapi';
import type { ZodType } from 'zod';
import type { ApiEnv } from '#api/http/context.ts';

/* Compares replies with their shapes in the API's description. */

/** By call, as the description names it: "GET /api/v1/thread/{id}". */
export type ReplySchemas = Map<string, ZodType>;

export function readReplySchemas(api: OpenAPIHono<ApiEnv>): ReplySchemas {
  const found: ReplySchemas = new Map();
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

/** Whether a call matches this name, whose path may have parameters. */
function isCallOf(name: string, call: string): boolean {
  const parts = call.split('/');
  const named = name.split('/');
  return (
    parts.length === named.length &&
    named.every((part, at) => (part.startsWith('{') ? parts[at] !== '' : part === parts[at]))
  );
}

/** The schema of a request's reply; exact paths win over paths with parameters. */
export function findReplySchema(
  schemas: ReplySchemas,
  method: string,
  path: string,
): ZodType | undefined {
  const call = `${method} ${path.split('?')[0]}`;
  return schemas.get(call) ?? [...schemas].find(([name]) => isCallOf(name, call))?.[1];
}

/** Fields of a body that its schema doesn’t name, and so drops: "data.[].user.extra". */
function findUnnamed(body: unknown, parsed: unknown, at = ''): string[] {
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([key, value]) => {
    const place = `${at}${Array.isArray(body) ? '[]' : key}`;
    const kept = (parsed as Record<string, unknown>)[key];
    return kept === undefined && value !== undefined
      ? [place]
      : findUnnamed(value, kept, `${place}.`);
  });
}

/** Differences between a reply and its schema, one per line. */
export function findShapeFaults(body: unknown, schema: ZodType): string[] {
  const { success, data, error } = schema.safeParse(body);
  if (!success) return [`another shape: ${JSON.stringify(error.issues.slice(0, 2))}`];
  return [...new Set(findUnnamed(body, data))].map((place) => `${place} has no name in the schema`);
}
