import { z } from '@hono/zod-openapi';
import { ADMIN_TABLES, type AdminTable, type TableFilter } from '../admin-tables.ts';
import { MAX_TABLE_SEARCH_CHARACTERS } from '../limits.ts';
import { tableReply } from '../wire/admin-replies.ts';
import {
  limit,
  optionalChoice,
  optionalId,
  optionalTime,
  personFilter,
  rowOffset,
  searchText,
} from './params.ts';

/**
 * A call: its route, description, rate limit and client types derive from this. Its name has the
 * path parameters, such as "GET /v2/admin/users/{id}", as in the API's description without /api.
 * Rights are those of auth/rights.ts. api/http/middleware/limit-rate.ts checks the rates.
 */
export interface CallSpec<Right extends string = string, Rate extends string = string> {
  tag?: string;
  summary?: string;
  description?: string;
  /** Without one the handler decides; with several it checks which of them is needed. */
  right?: Right | readonly [Right, ...Right[]];
  /** Default: getDefaultRateAction. */
  rate?: Rate;
  /** Path parameters other than `id`, which is a row's number. */
  params?: z.ZodRawShape;
  query?: z.ZodRawShape;
  headers?: z.ZodRawShape;
  body?: z.ZodType;
  /** Another content type, which the handler reads itself. */
  rawBody?: string;
  /** Files instead of a body. */
  form?: z.ZodType | true;
  /** Length of the text in a JSON body, which raises the byte limit. */
  maxCharacters?: number;
  /** Overrides the default size limit. */
  maxBytes?: number;
  /** Instead of `query`. */
  table?: TableSpec;
  /**
   * The JSON reply, OkReplyWire by default. Handlers return the fields other than code and msg: the
   * data if that is all, or nothing. For shapes without code and msg they return everything.
   */
  reply?: z.ZodType;
  /** Replies other than JSON, which handlers build themselves, and headers of JSON replies. */
  answers?: Readonly<
    Record<number, { description: string; content?: object; headers?: z.ZodObject }>
  >;
  /** Failures in the description; 401 is added if the right needs a login. */
  errors?: Readonly<Record<number, string>>;
}

/** An admin table, whose query is its state: filters, order and page. */
interface TableSpec extends Pick<AdminTable, 'orders' | 'sort'> {
  filters: z.ZodRawShape;
  /** Columns of its CSV file, if any. */
  csv?: readonly CsvColumn<never>[] | undefined;
}

/** A column: a field of the row, or a title and a function of the row. */
export type CsvColumn<Row> =
  | (keyof Row & string)
  | readonly [title: string, cell: (row: Row) => unknown];

const FILTER_SCHEMAS = {
  id: optionalId,
  text: personFilter,
  since: optionalTime,
  until: optionalTime,
} as const;
type FilterSchema<Filter> = Filter extends {
  values: infer Values extends readonly [string, ...string[]];
}
  ? ReturnType<typeof optionalChoice<Values>>
  : Filter extends { kind: infer Kind extends keyof typeof FILTER_SCHEMAS }
    ? (typeof FILTER_SCHEMAS)[Kind]
    : never;
type CsvOf<
  Name extends keyof typeof ADMIN_TABLES,
  Row extends z.ZodType,
> = (typeof ADMIN_TABLES)[Name] extends { csv: true }
  ? readonly CsvColumn<z.output<Row>>[]
  : undefined;
type FiltersOf<Table> = Table extends { filters: infer Filters }
  ? { -readonly [Name in keyof Filters]: FilterSchema<Filters[Name]> }
  : unknown;

/** Adds to the entry in ADMIN_TABLES: rows, other filters, and CSV columns. */
export function table<
  Row extends z.ZodType,
  Name extends keyof typeof ADMIN_TABLES,
  Filters extends z.ZodRawShape = Record<never, never>,
>(
  row: Row,
  name: Name,
  {
    filters,
    csv,
  }: { filters?: Filters; csv?: CsvOf<Name, Row> } & (CsvOf<Name, Row> extends undefined
    ? unknown
    : { csv: unknown }),
) {
  const { orders, sort, filters: offered = {} }: AdminTable = ADMIN_TABLES[name];
  const schemas = Object.entries<TableFilter>(offered).map(([filter, of]) => [
    filter,
    'values' in of ? optionalChoice(of.values) : FILTER_SCHEMAS[of.kind],
  ]);
  return {
    table: {
      orders,
      sort,
      filters: { ...Object.fromEntries(schemas), ...filters } as NoInfer<Filters> &
        FiltersOf<(typeof ADMIN_TABLES)[Name]>,
      csv: csv as CsvOf<Name, Row>,
    },
    reply: tableReply(row),
  };
}

export const tableQuery = ({ orders, sort, filters }: TableSpec) => ({
  ...filters,
  q: searchText(MAX_TABLE_SEARCH_CHARACTERS).meta({
    description: 'Only rows that contain this text',
  }),
  sort: z
    .preprocess(
      (value) => (value === '' ? undefined : value),
      z.enum([...orders, ...orders.map((order) => `-${order}`)]).default(sort),
    )
    .meta({ description: `One of ${orders.join(', ')}; a leading minus sorts descending` }),
  offset: rowOffset,
  limit: limit(25),
});

type CallNamePattern = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`;
export type CallSpecs = Readonly<Record<CallNamePattern, CallSpec>>;

/** Groups calls under one heading of the description. */
export const tagged = <const Calls extends CallSpecs>(tag: string, calls: Calls): Calls =>
  Object.fromEntries(
    Object.entries(calls).map(([name, spec]) => [name, { tag, ...spec }]),
  ) as unknown as Calls;

export const fileAnswer = (type: string, description: string) => ({
  200: { description, content: { [type]: { schema: { type: 'string', format: 'binary' } } } },
});

/** An archive of a person's data. */
export const zipAnswer = fileAnswer(
  'application/zip',
  'A zip file with index.html, data.json, and a page and a JSON file for each part',
);

export const csvAnswer = {
  200: {
    description: 'A CSV file of all matching rows',
    content: { 'text/csv': { schema: { type: 'string' } } },
  },
} as const;
