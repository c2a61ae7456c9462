import { createMiddleware } from 'hono/factory';
import { AppError } from '#contracts/errors.ts';
import type { ApiContext, ApiEnv } from '../context.ts';

/**
 * What browsers that send no Sec-Fetch headers ask for when a picture, a page, a style or a film is
 * wanted; scripts and programs ask for none of it.
 */
const EMBEDDED_TYPES = /\b(?:image|video|audio)\/|\btext\/(?:html|css)\b/;

/**
 * Whether a script of this site or a program asked, and not a picture, a frame or a link that
 * somebody put into a message. Browsers say so by Sec-Fetch headers, which no page can forge;
 * programs send none. A token is never sent unasked.
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
 * src="/api/…">` must not. Throws `csrf`.
 */
export const requireDeliberateRequest = createMiddleware<ApiEnv>(async (c, next) => {
  if (!isDeliberateRequest(c)) throw new AppError('csrf');
  await next();
});
