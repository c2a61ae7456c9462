import { createMiddleware } from 'hono/factory';
import { AppError } from '#contracts/errors.ts';
import type { ApiEnv } from '../context.ts';

/**
 * Parameters that are searched for: what isn't text is taken out of them (params.ts), as nobody can
 * have typed it.
 */
const SEARCH_PARAMS: ReadonlySet<string> = new Set(['keyword', 'q']);

/** No text of the database holds a NUL. Throws malformed, naming the parameter, or `path`. */
export const rejectNul = () =>
  createMiddleware<ApiEnv>(async (c, next) => {
    const { url } = c.req;
    if (url.includes('%00')) {
      const { pathname, searchParams } = new URL(url);
      const invalidField = pathname.includes('%00')
        ? 'path'
        : [...searchParams]
            .find(
              ([name, value]) => `${name}${value}`.includes('\0') && !SEARCH_PARAMS.has(name),
            )?.[0]
            .replaceAll('\0', '');
      if (invalidField !== undefined)
        throw new AppError('malformed', {
          values: { field: invalidField },
          payload: [{ field: invalidField, message: 'NUL' }],
        });
    }
    await next();
  });
