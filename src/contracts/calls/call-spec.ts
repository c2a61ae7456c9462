import { z } from '@hono/zod-openapi';
import { ADMIN_TABLES, type AdminTable, type TableFilter } from '../admin-tables.ts';
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
 * A call: all that its route, its description, its rate limit and the client's types follow from.
 * The parameters of its path stand in its name, such as "GET /v2/admin/users/{id}"; names are those
 * of the API's description without /api. Rights are those of auth/rights.ts, rates those of
 * api/http/middleware/limit-rate.ts, which sees that there are no others.
 */
export interface CallSpec<Right extends string = string, Rate extends string = string> {
  tag?: string;
  summary?: string;
  description?: string;
  /**
   * Without one, whoever may call it is up to the handler. Of several the caller needs any, and the
   * handler asks for the one that is needed.
   */
  right?: Right | readonly [Right, ...Right[]];
  /** Unless one is named, what getDefaultRateAction says. */
  rate?: Rate;
  /** Parameters of the path besides `id`, which is a row's number. */
  params?: z.ZodRawShape;
  query?: z.ZodRawShape;
  headers?: z.ZodRawShape;
  body?: z.ZodType;
  /** Another type of body, which the handler reads itself. */
  rawBody?: string;
  /** Files instead of a body. */
  form?: z.ZodType | true;
  /** Characters of the text in a JSON body, which may have more bytes then than others. */
  maxCharacters?: number;
  /** Bytes of the body, where the default isn't right. */
  maxBytes?: number;
  /** Instead of `query`. */
  table?: TableSpec;
  /**
   * The JSON of the answer; OkReplyWire without it. Handlers return what it holds besides code and
   * msg: the data where that is all, or nothing. Of a shape without these two they return all of
   * it.
   */
  reply?: z.ZodType;
  /** Answers that aren't JSON, which handlers make themselves, and headers of those that are. */
  answers?: Readonly<
    Record<number, { description: string; content?: object; headers?: z.ZodObject }>
  >;
  /** What the description says of failures; 401 is there where the right needs a login. */
  errors?: Readonly<Record<number, string>>;
}

/** An administrators' table, whose query is its state: filters, order and page. */
interface TableSpec extends Pick<AdminTable, 'orders' | 'sort'> {
  filters: z.ZodRawShape;
  /** The columns of its file, where it has one. */
  csv?: readonly CsvColumn<never>[] | undefined;
}

/** A column of a file: a field of the row by its name, or a title and what stands below it. */
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
> = (typeof ADMIN_TABLES)[Name] extends {
  csv: true;
}
  ? readonly CsvColumn<z.output<Row>>[]
  : undefined;
type FiltersOf<Table> = Table extends { filters: infer Filters }
  ? { -readonly [Name in keyof Filters]: FilterSchema<Filters[Name]> }
  : unknown;

/**
 * What the entry of a table's call says of its rows and its query, beside its part of ADMIN_TABLES:
 * filters that the screen doesn't offer or that have schemas of their own, and the file's columns.
 */
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

/** The query of a table. */
export const tableQuery = ({ orders, sort, filters }: TableSpec) => ({
  ...filters,
  q: searchText(100).meta({ description: 'Only rows with this text' }),
  sort: z
    .preprocess(
      (value) => (value === '' ? undefined : value),
      z.enum([...orders, ...orders.map((order) => `-${order}`)]).default(sort),
    )
    .meta({ description: `One of ${orders.join(', ')}; with a minus in front, descending` }),
  offset: rowOffset,
  limit: limit(25),
});

type CallNamePattern = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`;
export type CallSpecs = Readonly<Record<CallNamePattern, CallSpec>>;

/** Calls that stand under one heading of the description. */
export const tagged = <const Calls extends CallSpecs>(tag: string, calls: Calls): Calls =>
  Object.fromEntries(
    Object.entries(calls).map(([name, spec]) => [name, { tag, ...spec }]),
  ) as unknown as Calls;

/** An answer of bytes. */
export const fileAnswer = (type: string, description: string) => ({
  200: { description, content: { [type]: { schema: { type: 'string', format: 'binary' } } } },
});

/** An answer that is all that the forum has of a person. */
export const zipAnswer = fileAnswer(
  'application/zip',
  'A zip file with index.html, data.json, and a page and a JSON file of each part',
);

/** An answer that is a table as a file. */
export const csvAnswer = {
  200: {
    description: 'A CSV file of all rows of the filter',
    content: { 'text/csv': { schema: { type: 'string' } } },
  },
} as const;
