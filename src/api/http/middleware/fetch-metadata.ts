import { createMiddleware } from 'hono/factory';
import { AppError } from '#contracts/errors.ts';
import type { ApiContext, ApiEnv } from '../context.ts';

/** Accept headers of pictures, pages, styles and videos; scripts and programs send others. */
const EMBEDDED_TYPES = /\b(?:image|video|audio)\/|\btext\/(?:html|css)\b/;

/**
 * Whether a script of this site or a program made the call, not an embedded picture, frame or link.
 * Browsers send Sec-Fetch headers, which pages can't forge; programs send none. Tokens are always
 * deliberate.
 */
export function isDeliberateRequest(c: ApiContext): boolean {
  if (c.var.actor?.via === 'token') return true;
  const [dest, site] = [c.req.header('sec-fetch-dest'), c.req.header('sec-fetch-site')];
  if (dest === undefined && site === undefined)
    return !EMBEDDED_TYPES.test(c.req.header('accept') ?? '');
  return (
    (dest ?? 'empty') === 'empty' &&
    (site === undefined || site === 'same-origin' || site === 'none')
  );
}

/** For deployed clients' GETs that change data: `<img src="/api/…">` must not. Throws `csrf`. */
export const requireDeliberateRequest = createMiddleware<ApiEnv>(async (c, next) => {
  if (!isDeliberateRequest(c)) throw new AppError('csrf');
  await next();
});
