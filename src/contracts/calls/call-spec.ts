import type { z } from 'zod';

/**
 * What a call takes and answers. The parameters of its path stand in its name, such as
 * "GET /v2/admin/users/{id}"; names are those of the API's description without /api.
 */
export interface CallSpec {
  query?: z.ZodRawShape;
  body?: z.ZodType;
  /** Files instead of a body. */
  form?: true;
  /** Its query is the state of an administrators' table: filters, order and page. */
  table?: true;
  reply: z.ZodType;
}

export type CallSpecs = Readonly<
  Record<`${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`, CallSpec>
>;
