import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { OpenAPIHono } from '@hono/zod-openapi';
import { Scalar } from '@scalar/hono-api-reference';
import type { Context } from 'hono';
import { FAVICON_PATH } from '#contracts/paths.ts';
import { readFileBytes, toBody } from '#platform/file-stream.ts';
import { PERMISSIONS_POLICY } from '#platform/permissions-policy.ts';
import type { ApiEnv } from '../../http/context.ts';
import { limitRate } from '../../http/middleware/limit-rate.ts';

const REFERENCE_SCRIPT_PATH = '/api/docs/reference.js';

const gzipAsync = promisify(gzip);

/**
 * The package's browser bundle, as its package.json names it: the package doesn't export its path,
 * and has moved it. Throws at the start if it is missing.
 */
function findReferenceScript(): { file: string; version: string } {
  const packageFile = findPackageJSON('@scalar/api-reference', import.meta.url);
  if (!packageFile)
    throw new Error(
      '@scalar/api-reference, which displays the API’s description, is not installed.',
    );
  const { browser, version } = JSON.parse(readFileSync(packageFile, 'utf8')) as {
    browser?: string;
    version: string;
  };
  const file = join(dirname(packageFile), browser ?? '');
  if (!browser?.endsWith('.js') || !existsSync(file))
    throw new Error(
      `@scalar/api-reference ${version} has no browser script at the path of its package.json (browser: ${browser}).`,
    );
  return { file, version };
}

/** No content from other hosts, and no data of readers' trials to them. */
const buildContentPolicy = (nonce: string): string =>
  `default-src 'none'; script-src 'self' 'nonce-${nonce}'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`;

/** Disables requests to other hosts: fonts, an assistant, sign-up, statistics. */
const SCALAR_SETTINGS = {
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
 * Stops Zod in the package's script from testing code generation: the policy forbids it, and
 * Firefox logs each attempt as an error.
 */
const ZOD_SETTINGS = 'globalThis.__zod_globalConfig = { jitless: true };';

/** The package's page lacks language and icon; a newer version with another start is unchanged. */
const PAGE_START = '<html>\n  <head>';
const buildPageStart = (nonce: string): string =>
  `<html lang="en">\n  <head>\n    <link rel="icon" href="${FAVICON_PATH}" />\n    <script nonce="${nonce}">${ZOD_SETTINGS}</script>`;

const API_DESCRIPTION = `The forum's API. \`x-right\` of a call names its right, \`x-rate\` its rate limit.

- Times are RFC 3339 with an offset. Flags are 0 and 1 unless the shape says boolean.
- \`Accept-Language: zh | en\` chooses the language of messages.
- A session is the cookie \`bbs\`. Writing calls of a browser repeat the cookie \`XSRF-TOKEN\` in the header \`X-XSRF-TOKEN\`. A call counts as a browser's if it has Origin, Referer, Sec-Fetch-Site or Sec-Fetch-Mode. Programs send \`Authorization: Bearer <personal access token>\`, or \`bbs\` alone.
- A violated rule returns HTTP 200 with a non-zero \`code\`, a readable \`msg\` and \`err_code\`: \`verify\`, \`repeat\`, \`captcha\`, \`closed\`, \`banned\` (code 4000; for a temporary ban, err_payload has \`until\` and the community’s \`time_zone\`), \`length\`, \`limit\`, \`expired\`. Other errors have an HTTP status and the same body: 400 \`malformed\`, 401 \`unauthenticated\`, 403 \`forbidden\` or \`csrf\`, 404 \`notFound\`, 406 \`notAcceptable\` or \`merged\`, 409 \`conflict\`, 413 \`tooLarge\`, 415 \`unsupported\`, 429 \`tooMany\` (with Retry-After), 500 \`internal\`, 503 \`unavailable\`. \`err_values\` has the values in \`msg\` (minutes, a field, words).
- A JSON body that exceeds the \`x-max-bytes\` of its call, or the limits of depth, values and elements, returns 413 \`tooLarge\`. A text with NUL or an unpaired surrogate returns 400.
- A thread, a reply, a comment or a private message with the header \`Idempotency-Key\` is written once. The next call with the same key returns \`repeat\` with \`same_key\` 1 and the id of the first.
- With a database replica, answers to writes carry \`X-Forum-Lsn\`. A read that sends its last value back includes the writes up to it. Browsers send it as a cookie.
- Lists of /api/v1 take \`offset\` as a page index from 0, lists of /api/v2 as a row offset. \`limit\` is at most 100.`;

/** The API description (R43) and a page to browse it, whose script comes from this server. */
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
  api.use('/api/docs/*', limitRate('read')); // the page and its script
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
  const { file, version } = findReferenceScript();
  api.get('/api/docs', async (c, next) => {
    const nonce = randomBytes(16).toString('base64');
    c.header('content-security-policy', buildContentPolicy(nonce));
    c.header('x-frame-options', 'DENY');
    c.header('permissions-policy', PERMISSIONS_POLICY);
    c.header('referrer-policy', 'no-referrer');
    const render = Scalar({
      ...SCALAR_SETTINGS,
      nonce,
      cdn: `${REFERENCE_SCRIPT_PATH}?v=${version}`,
      pageTitle: 'Forum API',
    } as unknown as Parameters<typeof Scalar>[0]);
    const page = await render(c as unknown as Context, next);
    return page instanceof Response
      ? c.html((await page.text()).replace(PAGE_START, buildPageStart(nonce)))
      : page;
  });
  // A megabyte, compressed once: it takes a quarter of a second.
  let compressedScript: Promise<Uint8Array<ArrayBuffer>> | undefined;
  api.get(REFERENCE_SCRIPT_PATH, async (c) => {
    c.header('cache-control', 'public, max-age=86400');
    c.header('vary', 'accept-encoding');
    c.header('content-type', 'text/javascript; charset=utf-8');
    if (!/\bgzip\b/.test(c.req.header('accept-encoding') ?? ''))
      return c.body(toBody(readFileBytes(file)));
    compressedScript ??= readFile(file).then(gzipAsync) as Promise<Uint8Array<ArrayBuffer>>;
    const bytes = await compressedScript.catch((error: unknown) => {
      compressedScript = undefined;
      throw error;
    });
    c.header('content-encoding', 'gzip');
    return c.body(bytes);
  });
}
