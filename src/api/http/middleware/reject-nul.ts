import { createMiddleware } from 'hono/factory';
import { AppError } from '#contracts/errors.ts';
import type { ApiEnv } from '../context.ts';

/** Search texts: params.ts removes unstorable characters, because nobody can have typed them. */
const SEARCH_PARAMS: ReadonlySet<string> = new Set(['keyword', 'q']);

/** Throws malformed for a NUL in a parameter or the `path`: the database can't store it. */
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
