import { createMiddleware } from 'hono/factory';
import { AppError } from '#contracts/errors.ts';
import type { ApiEnv } from '../context.ts';

/**
 * Parameters that are searched for: what isn't text is taken out of them (params.ts), as nobody can
 * have typed it.
 */
const SEARCHED: ReadonlySet<string> = new Set(['keyword', 'q']);

/** No text of the database holds a NUL. Throws malformed, naming the parameter, or `path`. */
export const addressText = () =>
  createMiddleware<ApiEnv>(async (c, next) => {
    const { url } = c.req;
    if (url.includes('%00')) {
      const { pathname, searchParams } = new URL(url);
      const odd = pathname.includes('%00')
        ? 'path'
        : [...searchParams]
            .find(([name, value]) => `${name}${value}`.includes('\0') && !SEARCHED.has(name))?.[0]
            .replaceAll('\0', '');
      if (odd !== undefined)
        throw new AppError('malformed', {
          values: { field: odd },
          payload: [{ field: odd, message: 'NUL' }],
        });
    }
    await next();
  });
