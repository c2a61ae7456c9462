import { createRoute, type OpenAPIHono, type z } from '@hono/zod-openapi';
import type { Right } from '#auth/rights.ts';
import { tableReply } from '#contracts/wire/admin-replies.ts';
import type { Table } from '#domain/define-table.ts';
import type { ApiContext, ApiEnv } from '../../http/context.ts';
import { requireRight } from '../../http/middleware/require-right.ts';
import { jsonResponses } from '../../http/router.ts';
import { adminTags } from './admin-access.ts';
import { csvResponses, sendCsv } from './csv.ts';
import { tableQuery } from './table-query.ts';

/** A column of a file: a field of the row by its name, or a title and what stands below it. */
type CsvColumn<Row> = (keyof Row & string) | readonly [title: string, cell: (row: Row) => unknown];

type FilterQuery<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>> & {
  q?: string | undefined;
};

/** Makes a table's filter of what is asked for, where they aren't the same. */
type ToFilter<Filter, Shape extends z.ZodRawShape> = (
  query: FilterQuery<Shape>,
  c: ApiContext,
) => Filter | Promise<Filter>;

type TableRoutes<Row, Filter extends object, Shape extends z.ZodRawShape> = {
  /** The path of its page; with ".csv" behind it, of the file of all rows. */
  path: string;
  right: Right;
  summary: string;
  description?: string;
  table: Table<Row, Filter>;
  row: z.ZodType<Row>;
  filters: Shape;
  defaultSort: string;
  /** The file's name and columns; without it there is none. */
  csv?: { name: string; columns: readonly CsvColumn<Row>[] };
} & (FilterQuery<Shape> extends Filter
  ? { toFilter?: ToFilter<Filter, Shape> }
  : { toFilter: ToFilter<Filter, Shape> });

const toCells = <Row>(columns: readonly CsvColumn<Row>[]) =>
  Object.fromEntries(
    columns.map((column): [string, (row: Row) => unknown] =>
      typeof column === 'string' ? [column, (row) => row[column]] : [...column],
    ),
  );

/** Adds the calls of a table: a page of it, and all of it as a CSV file. */
export function addTableRoutes<Row, Filter extends object, Shape extends z.ZodRawShape>(
  router: OpenAPIHono<ApiEnv>,
  options: TableRoutes<Row, Filter, Shape>,
): void {
  const { path, right, summary, description, table, row, csv } = options;
  const query = tableQuery(table.orders, options.defaultSort, options.filters);
  const route = {
    method: 'get',
    ...requireRight(right),
    tags: adminTags,
    request: { query },
  } as const;
  const readQuery = async (c: ApiContext, valid: unknown) => {
    const { sort, offset, limit, ...given } = valid as FilterQuery<Shape> & {
      sort: string;
      offset: number;
      limit: number;
    };
    const wanted = given as unknown as FilterQuery<Shape>;
    const filter = options.toFilter ? await options.toFilter(wanted, c) : wanted;
    return { filter: filter as Filter, page: { sort, offset, limit } };
  };
  router.openapi(
    createRoute({
      ...route,
      path,
      summary,
      ...(description === undefined ? {} : { description }),
      responses: jsonResponses(tableReply(row)),
    }),
    async (c) => {
      const { filter, page } = await readQuery(c, c.req.valid('query'));
      return c.json((await table.readPage(c.var.deps.db, filter, page)) as never, 200);
    },
  );
  if (!csv) return;
  router.openapi(
    createRoute({
      ...route,
      path: `${path}.csv`,
      summary: 'The same as a file, all of it',
      responses: csvResponses,
    }),
    async (c) => {
      const { filter, page } = await readQuery(c, c.req.valid('query'));
      const rows = table.streamAll(c.var.deps.db, filter, page.sort);
      return sendCsv(c, csv.name, toCells(csv.columns), rows);
    },
  );
}
