import { createMiddleware } from 'hono/factory';
import { AppError } from '#contracts/errors.ts';
import type { ApiContext, ApiEnv } from '../context.ts';

/**
 * Accept headers with which browsers without Sec-Fetch headers load pictures, pages, styles or
 * videos; scripts and programs send none of them.
 */
const EMBEDDED_TYPES = /\b(?:image|video|audio)\/|\btext\/(?:html|css)\b/;

/**
 * Whether a script of this site or a program made the call, not a picture, frame or link in a
 * message. Browsers say so in Sec-Fetch headers, which pages can't forge; programs send none.
 * Tokens are only sent deliberately.
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

/**
 * For GETs that change something of the caller's, as deployed clients call them: `<img
 * src="/api/…">` must not do that. Throws `csrf`.
 */
export const requireDeliberateRequest = createMiddleware<ApiEnv>(async (c, next) => {
  if (!isDeliberateRequest(c)) throw new AppError('csrf');
  await next();
});
