import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import type { OpenAPIHono } from '@hono/zod-openapi';
import { Scalar } from '@scalar/hono-api-reference';
import type { ApiEnv } from './context.ts';

const SCRIPT = '/api/docs/reference.js';

const ABOUT = `The forum's API. Replies have the shapes that deployed clients read.

- Times are RFC 3339 with an offset. Flags are 0 and 1 unless the shape says boolean.
- \`Accept-Language: zh | en\` chooses the language of messages.
- A browser's session is the cookie \`bbs\`; its calls that change something repeat the cookie \`XSRF-TOKEN\` in the header \`X-XSRF-TOKEN\`. Programs send \`Authorization: Bearer <personal access token>\`.
- A rule that the user broke is HTTP 200 with a non-zero \`code\`, a readable \`msg\` and \`err_code\`: \`verify\`, \`repeat\`, \`captcha\`, \`closed\`, \`banned\` (code 4000), \`length\`, \`limit\`, \`expired\`. Everything else is an HTTP status with the same body: 400 \`malformed\`, 401 \`unauthenticated\`, 403 \`forbidden\` or \`csrf\`, 404 \`notFound\`, 406 \`notAcceptable\`, 409 \`conflict\`, 413 \`tooLarge\`, 415 \`unsupported\`, 429 \`tooMany\` (with Retry-After), 500 \`internal\`, 503 \`unavailable\`.
- A body of JSON has at most the bytes that its call names as \`x-max-bytes\`, and no more depth, values and elements than any call needs: else 413 \`tooLarge\`. Texts hold no NUL and no half of a character: else 400. \`x-rate\` names the limit of how often a call may be made.
- Lists of /api/v1 take \`offset\` as a page index from 0, lists of /api/v2 as a row offset; \`limit\` is at most 100.`;

/** The description (R43) and a page to browse it, whose script comes from this server. */
export function docs(api: OpenAPIHono<ApiEnv>): void {
  api.openAPIRegistry.registerComponent('securitySchemes', 'token', { type: 'http', scheme: 'bearer' });
  api.openAPIRegistry.registerComponent('securitySchemes', 'session', { type: 'apiKey', in: 'cookie', name: 'bbs' });
  api.doc31('/api/openapi.json', { openapi: '3.1.0', info: { title: 'Forum API', version: '1', description: ABOUT } });
  api.get('/api/docs', Scalar({ url: '/api/openapi.json', cdn: SCRIPT, pageTitle: 'Forum API', telemetry: false } as Parameters<typeof Scalar>[0]));
  api.get(SCRIPT, (c) => {
    const file = createRequire(import.meta.url).resolve('@scalar/api-reference/dist/browser/standalone.js');
    c.header('cache-control', 'public, max-age=86400');
    return c.body(Readable.toWeb(createReadStream(file)) as ReadableStream, 200, { 'content-type': 'text/javascript; charset=utf-8' });
  });
}
