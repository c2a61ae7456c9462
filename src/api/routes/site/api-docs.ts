import type { OpenAPIHono } from '@hono/zod-openapi';
import { API_REFERENCE_PATH, FAVICON_PATH } from '#contracts/paths.ts';
import { hashSource } from '#platform/content-policy.ts';
import { PERMISSIONS_POLICY } from '#platform/permissions-policy.ts';
import type { ApiEnv } from '../../http/context.ts';
import { limitRate } from '../../http/middleware/limit-rate.ts';

/** Disables requests to other hosts: fonts, an assistant, sign-up, statistics. */
const REFERENCE_SETTINGS = {
  url: '/api/openapi.json',
  theme: 'none',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  documentDownloadType: 'json',
};

/**
 * Runs before the reference's script. It stops Zod in there from testing code generation: the
 * policy forbids it, and Firefox logs each attempt as an error.
 */
const START_SCRIPT = `globalThis.__zod_globalConfig = { jitless: true };
addEventListener('DOMContentLoaded', () =>
  Scalar.createApiReference('#app', ${JSON.stringify(REFERENCE_SETTINGS)}),
);`;

const REFERENCE_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Forum API</title>
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <link rel="icon" href="${FAVICON_PATH}" />
    <script>${START_SCRIPT}</script>
    <script defer src="${API_REFERENCE_PATH}"></script>
  </head>
  <body>
    <div id="app"></div>
  </body>
</html>`;

/** No content from other hosts, and no data of readers' trials to them. */
const CONTENT_POLICY = `default-src 'none'; script-src 'self' ${hashSource(START_SCRIPT)}; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`;

const API_DESCRIPTION = `The forum's API. \`x-right\` of a call names its right, \`x-rate\` its rate limit.

- Times are RFC 3339 with an offset. Flags are 0 and 1 unless the shape says boolean.
- \`Accept-Language: zh | en\` chooses the language of messages.
- A session is the cookie \`bbs\`. Writing calls of a browser repeat the cookie \`XSRF-TOKEN\` in the header \`X-XSRF-TOKEN\`. A call counts as a browser's if it has Origin, Referer, Sec-Fetch-Site or Sec-Fetch-Mode. Programs send \`Authorization: Bearer <personal access token>\`, or \`bbs\` alone.
- A violated rule returns HTTP 200 with a non-zero \`code\`, a readable \`msg\` and \`err_code\`: \`verify\`, \`repeat\`, \`captcha\`, \`closed\`, \`banned\` (code 4000; for a temporary ban, err_payload has \`until\` and the community’s \`time_zone\`), \`length\`, \`limit\`, \`expired\`. Other errors have an HTTP status and the same body: 400 \`malformed\`, 401 \`unauthenticated\`, 403 \`forbidden\` or \`csrf\`, 404 \`notFound\`, 406 \`notAcceptable\` or \`merged\`, 409 \`conflict\`, 413 \`tooLarge\`, 415 \`unsupported\`, 429 \`tooMany\` (with Retry-After), 500 \`internal\`, 503 \`unavailable\`. \`err_values\` has the values in \`msg\` (minutes, a field, words).
- A JSON body that exceeds the \`x-max-bytes\` of its call, or the limits of depth, values and elements, returns 413 \`tooLarge\`. A text with NUL or an unpaired surrogate returns 400.
- A thread, a reply, a comment or a private message with the header \`Idempotency-Key\` is written once. The next call with the same key returns \`repeat\` with \`same_key\` 1 and the id of the first.
- With a database replica, answers to writes carry \`X-Forum-Lsn\`. A read that sends its last value back includes the writes up to it. Browsers send it as a cookie.
- Lists of /api/v1 take \`offset\` as a page index from 0, lists of /api/v2 as a row offset. \`limit\` is at most 100.`;

/** The API description (R43) and a page to browse it. */
export function registerApiDocs(api: OpenAPIHono<ApiEnv>): void {
  api.openAPIRegistry.registerComponent('securitySchemes', 'token', {
    type: 'http',
    scheme: 'bearer',
  });
  api.openAPIRegistry.registerComponent('securitySchemes', 'session', {
    type: 'apiKey',
    in: 'cookie',
    name: 'bbs',
  });
  api.use('/api/openapi.json', limitRate('read'));
  api.use('/api/docs', limitRate('read'));
  // Built on the first request: by then every route exists.
  let description: string | undefined;
  api.get('/api/openapi.json', (c) => {
    description ??= JSON.stringify(
      api.getOpenAPI31Document({
        openapi: '3.1.0',
        info: { title: 'Forum API', version: '1', description: API_DESCRIPTION },
      }),
    );
    return c.body(description, 200, { 'content-type': 'application/json' });
  });
  api.get('/api/docs', (c) =>
    c.html(REFERENCE_PAGE, 200, {
      'content-security-policy': CONTENT_POLICY,
      'x-frame-options': 'DENY',
      'permissions-policy': PERMISSIONS_POLICY,
      'referrer-policy': 'no-referrer',
    }),
  );
}
