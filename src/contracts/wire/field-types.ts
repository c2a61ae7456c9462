import { z } from 'zod';
import { MAX_SUBJECT_CHARACTERS } from '../limits.ts';

export const int = z.int();
/** The largest int4, also for row numbers. */
export const INT_MAX = 2_147_483_647;

/** Deployed clients send numbers as digits in a text, '' for none, true and false. */
function coerceNumber(value: unknown): unknown {
  if (typeof value === 'string' && /^\s*(?:[+-]?\d{1,10}\s*)?$/.test(value)) return Number(value);
  return typeof value === 'boolean' ? Number(value) : value;
}

/** An integer, by default within int4. Typed as our pages send it. */
export const coercedInt = (min = -INT_MAX, max = INT_MAX) =>
  z.preprocess(coerceNumber, z.int().min(min).max(max)) as unknown as z.ZodInt;
/** A size guard: an emoji may have forty code units. The limit is MAX_SUBJECT_CHARACTERS. */
export const subjectText = z.string().max(MAX_SUBJECT_CHARACTERS * 40);
/** RFC 3339 with an offset. */
export const time = z.iso.datetime({ offset: true });
/** JSON as text within JSON, for deployed clients. */
export const jsonText = z.string().refine(isJson, 'not JSON');

/** `id` names the object in the API's description. */
export const namedObject = <Shape extends z.ZodRawShape>(id: string, shape: Shape) =>
  z.object(shape).meta({ id });
export const dataReply = <Data extends z.ZodType>(id: string, data: Data) =>
  namedObject(id, { code: int, msg: z.string(), data });

/** Position in a list. */
export const paging = { total_count: int, total_limit: int, total_offset: int };
export const pageReply = <Row extends z.ZodType>(id: string, row: Row) =>
  namedObject(id, { code: int, msg: z.string(), data: z.array(row), ...paging });

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
