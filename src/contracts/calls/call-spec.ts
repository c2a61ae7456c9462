import { z } from '@hono/zod-openapi';
import { tableReply } from '../wire/admin-replies.ts';
import { limit, rowOffset, searchText } from './params.ts';

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
interface TableSpec {
  /** Names of orders; those of the rows' defineTable. */
  orders: readonly [string, ...string[]];
  /** The order that nobody asked for; with a minus in front, descending. */
  sort: string;
  filters: z.ZodRawShape;
  /** All rows of the filters are a file, too: the same call with ".csv" behind it. */
  csv?: true;
}

/** What the entry of a table's call says of its rows and its query. */
export const table = <Row extends z.ZodType, const Table extends TableSpec>(
  row: Row,
  spec: Table,
) => ({ table: spec, reply: tableReply(row) });

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
