import { createMiddleware } from 'hono/factory';
import { AppError } from '#contracts/errors.ts';
import type { ApiContext, ApiEnv } from './context.ts';

/**
 * For a file that can be fetched once: pages of other sites can't have it fetched. Browsers say by
 * Sec-Fetch-Site where a link was, which pages can't forge; programs send none. Throws `csrf`.
 */
export const requireOwnPage = createMiddleware<ApiEnv>(async (c, next) => {
  const site = c.req.header('sec-fetch-site');
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new AppError('csrf');
  await next();
});

/** Sends an archive of somebody's data. */
export const sendArchive = (
  c: ApiContext,
  { body, bytes }: { body: ReadableStream<Uint8Array>; bytes: number },
): Response =>
  c.body(body, 200, {
    'content-type': 'application/zip',
    'content-length': String(bytes),
    'content-disposition': `attachment; filename="forum-data-${new Date().toISOString().slice(0, 10)}.zip"`,
    'cache-control': 'no-store',
  });
