import { createMiddleware } from 'hono/factory';
import { AppError } from '#contracts/errors.ts';
import type { FetchedExport } from '#domain/own-data/fetch-export.ts';
import { startBody, toBody } from '#platform/file-stream.ts';
import type { ApiContext, ApiEnv } from './context.ts';

/**
 * For one-time downloads: other sites' pages can't start them. Browsers send Sec-Fetch-Site, which
 * pages can't forge; programs send none. Throws `csrf`.
 */
export const requireOwnPage = createMiddleware<ApiEnv>(async (c, next) => {
  const site = c.req.header('sec-fetch-site');
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new AppError('csrf');
  await next();
});

/**
 * Sends an archive of personal data. Reading its first bytes claims it: a second client gets
 * `notFound`. HEAD claims nothing.
 */
export async function sendArchive(c: ApiContext, archive: FetchedExport): Promise<Response> {
  const isHead = c.req.method === 'HEAD';
  const body = isHead ? toBody(archive.content) : await startBody(archive.content);
  return c.body(body, 200, {
    'content-type': 'application/zip',
    'content-length': String(archive.bytes),
    'content-disposition': `attachment; filename="forum-data-${new Date().toISOString().slice(0, 10)}.zip"`,
    'cache-control': 'no-store',
  });
}
