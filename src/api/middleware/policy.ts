import { createHash } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import type { ApiEnv } from '../context.ts';

/* What browsers may do with answers of the API, if one is opened as a page. Pages of the site: server/headers.ts. */

/** An answer that is no page runs nothing, loads nothing and stands in no frame. */
const NO_PAGE = "default-src 'none'; frame-ancestors 'none'";

/** Gives every answer that has no policy of its own the strictest one. */
export const contentPolicy = () =>
  createMiddleware<ApiEnv>(async (c, next) => {
    await next();
    if (!c.res.headers.has('content-security-policy')) c.res.headers.set('content-security-policy', NO_PAGE);
  });

const INLINE_SCRIPT = /<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g;
const sourceHash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The policy of the page that shows the API's description: files of this site, and the scripts that stand in the page. */
export const docsPolicy = () =>
  createMiddleware<ApiEnv>(async (c, next) => {
    await next();
    if (!c.res.headers.get('content-type')?.startsWith('text/html')) return;
    const html = await c.res.clone().text();
    const inline = [...html.matchAll(INLINE_SCRIPT)].map(([, text]) => sourceHash(text as string));
    const rules = [
      "default-src 'none'",
      `script-src ${["'self'", ...inline].join(' ')}`,
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data: blob:",
      "font-src 'self' data:",
      "connect-src 'self'",
      "form-action 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ];
    c.res.headers.set('content-security-policy', rules.join('; '));
    c.res.headers.set('x-frame-options', 'DENY');
    c.res.headers.set('referrer-policy', 'no-referrer');
  });
