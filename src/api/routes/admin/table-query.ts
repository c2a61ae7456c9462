import { z } from '@hono/zod-openapi';
import { limit, optionalId, optionalText, rowOffset, searchText } from '../../http/params.ts';

/* What every table of the admin area is asked for, and answers. */

/** `sort` is a column's name, with a minus in front for the other direction. */
export const tableQuery = <
  const Columns extends readonly [string, ...string[]],
  Filters extends z.ZodRawShape,
>(
  columns: Columns,
  defaultSort: Columns[number] | `-${Columns[number]}`,
  filters: Filters,
) =>
  z.object({
    ...filters,
    q: searchText(100).meta({ description: 'Only rows with this text' }),
    sort: z
      .preprocess(
        (value) => (value === '' ? undefined : value),
        z
          .enum([...columns, ...columns.map((column) => `-${column}`)] as [string, ...string[]])
          .default(defaultSort),
      )
      .meta({ description: `One of ${columns.join(', ')}; with a minus in front, descending` }),
    offset: rowOffset,
    limit: limit(25),
  });

/**
 * Of tables that are paged by the place of a row where offsets end: only what comes behind it is
 * counted and shown.
 */
export const past = optionalId.meta({
  description: '`past` of the page that was the last within reach: `offset` counts from there',
});

/** A filter: nothing, or one of these. */
export const optionalChoice = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), z.enum(values).optional());

/** What stands for a person in a filter: a name or a number. */
export const personFilter = optionalText(40);
