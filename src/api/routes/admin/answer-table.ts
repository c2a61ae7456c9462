import type { CsvColumn } from '#contracts/calls/call-spec.ts';
import { CALLS } from '#contracts/calls/call-table.ts';
import type { TableCallName, TableRow } from '#contracts/calls/calls.ts';
import type { Table } from '#domain/shared/define-table.ts';
import type { CallHandler, CallHandlers, TableState } from '../../http/answer-calls.ts';
import type { ApiContext } from '../../http/context.ts';
import { sendCsv } from './csv.ts';

type TableQuery<Name extends TableCallName> = Parameters<CallHandler<Name>>[1]['query'] &
  TableState;
type FilterQuery<Name extends TableCallName> = Omit<TableQuery<Name>, 'sort' | 'offset' | 'limit'>;

/** Converts query parameters to a table's filter. */
type ToFilter<Name extends TableCallName, Filter> = (
  query: FilterQuery<Name>,
  c: ApiContext,
) => Filter | Promise<Filter>;

type Answer<Name extends TableCallName, Row, Filter extends object> = {
  table: Table<Row, Filter>;
} & (FilterQuery<Name> extends Filter
  ? { toFilter?: ToFilter<Name, Filter> }
  : { toFilter: ToFilter<Name, Filter> });

const columnsOf = (name: TableCallName): readonly CsvColumn<never>[] | undefined =>
  CALLS[name].table.csv;

/** Sends rows as the file of a table's call, by default named after the call. */
export const sendRows = <Name extends TableCallName>(
  c: ApiContext,
  name: Name,
  portions: AsyncGenerator<TableRow<Name>[]>,
  fileName = name.slice(name.lastIndexOf('/') + 1),
): Promise<Response> =>
  sendCsv(c, fileName, (columnsOf(name) ?? []) as CsvColumn<TableRow<Name>>[], portions);

/** Handlers of a table's call: one page, and as CSV the whole table if it has columns. */
export function answerTable<Name extends TableCallName, Filter extends object>(
  name: Name,
  { table, toFilter }: Answer<Name, TableRow<Name>, Filter>,
): Pick<CallHandlers, Name> {
  const unknownOrder = CALLS[name].table.orders.find((order) => !table.orders.includes(order));
  if (unknownOrder) throw new Error(`the table of ${name} has no order ${unknownOrder}`);
  const readQuery = async (c: ApiContext, { sort, offset, limit, ...wanted }: TableState) => {
    const filter = await (toFilter ? toFilter(wanted as never, c) : wanted);
    return { filter: filter as Filter, page: { sort, offset, limit } };
  };
  const page = async (c: ApiContext, { query }: { query: TableState }) => {
    const { filter, page } = await readQuery(c, query);
    return table.readPage(c.var.deps.db, filter, page);
  };
  const file = async (c: ApiContext, { query }: { query: TableState }) => {
    const { filter, page } = await readQuery(c, query);
    return sendRows(c, name, table.streamAll(c.var.deps.db, filter, page.sort));
  };
  return { [name]: columnsOf(name) ? { page, file } : page } as unknown as Pick<CallHandlers, Name>;
}
