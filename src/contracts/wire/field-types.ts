import { z } from 'zod';
import { MAX_SUBJECT_CHARACTERS } from '../limits.ts';

export const int = z.int();
/** The largest number of a row, and of whatever else the database keeps as an int4. */
export const INT_MAX = 2_147_483_647;

/** What deployed clients send as a number: digits as text, '' for none, true and false. */
function coerceNumber(value: unknown): unknown {
  if (typeof value === 'string' && /^\s*(?:[+-]?\d{1,10}\s*)?$/.test(value)) return Number(value);
  return typeof value === 'boolean' ? Number(value) : value;
}

/**
 * A whole number that is sent; without limits, what the database can hold. Its type is that of what
 * our pages send.
 */
export const coercedInt = (min = -INT_MAX, max = INT_MAX) =>
  z.preprocess(coerceNumber, z.int().min(min).max(max)) as unknown as z.ZodInt;
/**
 * Refuses what no form sends, before anything looks at it: an emoji may have forty code units. The
 * writer's limit is MAX_SUBJECT_CHARACTERS.
 */
export const subjectText = z.string().max(MAX_SUBJECT_CHARACTERS * 40);
/** RFC 3339 with an offset. */
export const time = z.iso.datetime({ offset: true });
/** JSON as text inside JSON, as the deployed clients read it. */
export const jsonText = z.string().refine(isJson, 'not JSON');

/** An object; `id` names it in the API's description. */
export const namedObject = <Shape extends z.ZodRawShape>(id: string, shape: Shape) =>
  z.object(shape).meta({ id });
/** A reply with nothing but data. */
export const dataReply = <Data extends z.ZodType>(id: string, data: Data) =>
  namedObject(id, { code: int, msg: z.string(), data });

/** Which part of a list a reply has. */
export const paging = { total_count: int, total_limit: int, total_offset: int };
/** A reply with a part of a list. */
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
