import type { z } from '@hono/zod-openapi';

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
  /** Without one, whoever may call it is up to the handler. */
  right?: Right;
  /** Unless one is named, what getDefaultRateAction says. */
  rate?: Rate;
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
  /** Its query is the state of an administrators' table: filters, order and page. */
  table?: true;
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
