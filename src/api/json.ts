import type { z } from '@hono/zod-openapi';
import { AppError } from '#contracts/errors.ts';
import { JSON_DEPTH_MAX, JSON_ELEMENTS_MAX, JSON_VALUES_MAX } from '#contracts/limits.ts';

/*
 * What JSON has to be like before a schema looks at it: small in every direction, and text that the
 * database can hold.
 */

/** The place behind a JSON string that begins at `start`; the text's end when nothing closes it. */
function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const sign = text[at];
    if (sign === '"') return at;
    if (sign === '\\') at++;
  }
  return text.length;
}

/**
 * Whether JSON text holds more than any call needs: deeper than JSON_DEPTH_MAX, more values than
 * JSON_VALUES_MAX, or a longer array or object than JSON_ELEMENTS_MAX. Nothing is built for it.
 * What isn't JSON may pass: parsing refuses it.
 */
export function isTooMuch(text: string): boolean {
  /** Commas so far of each array and object that is open. */
  const commas: number[] = [];
  let values = 1;
  for (let at = 0; at < text.length; at++) {
    switch (text[at]) {
      case '"':
        at = stringEnd(text, at);
        break;
      case '[':
      case '{':
        if (commas.push(0) > JSON_DEPTH_MAX || ++values > JSON_VALUES_MAX) return true;
        break;
      case ']':
      case '}':
        commas.pop();
        break;
      case ',': {
        const last = commas.length - 1;
        commas[last] = (commas[last] ?? 0) + 1;
        if ((commas[last] as number) >= JSON_ELEMENTS_MAX || ++values > JSON_VALUES_MAX)
          return true;
        break;
      }
    }
  }
  return false;
}

/** Text that PostgreSQL can hold: whole characters, and no NUL. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

const below = (path: string, name: string | number): string =>
  path === '' ? String(name) : `${path}.${name}`;

/**
 * Where a value, no deeper than JSON_DEPTH_MAX, has a text that isn't storable; undefined when it
 * has none.
 */
export function unstorable(value: unknown, path = ''): string | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : path;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    if (!isStorable(name)) return path;
    const found = unstorable(inner, below(path, name));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Looks at the lengths of a value's arrays. Throws malformed, naming the field. */
export type LengthCheck = (value: unknown, path?: string) => void;

interface Definition {
  type: string;
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  innerType?: z.ZodType;
  in?: z.ZodType;
  checks?: { _zod: { def: { check: string; maximum?: number } } }[];
}

/** The longest array that a schema takes. */
const longest = ({ checks = [] }: Definition): number =>
  Math.min(
    JSON_ELEMENTS_MAX,
    ...checks.map(({ _zod: { def } }) =>
      def.check === 'max_length' && def.maximum !== undefined ? def.maximum : JSON_ELEMENTS_MAX,
    ),
  );

function checkOfObject(shape: Record<string, z.ZodType>): LengthCheck | undefined {
  const checks = Object.entries(shape).flatMap(([name, schema]) => {
    const check = lengthCheck(schema);
    return check ? [{ name, check }] : [];
  });
  if (checks.length === 0) return undefined;
  return (value, path = '') => {
    if (typeof value !== 'object' || value === null) return;
    for (const { name, check } of checks)
      check((value as Record<string, unknown>)[name], below(path, name));
  };
}

function checkOfArray(schema: z.ZodType, element: z.ZodType): LengthCheck {
  const most = longest(schema.def as unknown as Definition);
  const inner = lengthCheck(element);
  return (value, path = '') => {
    if (!Array.isArray(value)) return;
    if (value.length > most)
      throw new AppError('malformed', {
        values: { field: path },
        payload: [{ field: path, message: `Too big: expected array to have <=${most} items` }],
      });
    if (inner) for (const [index, one] of value.entries()) inner(one, below(path, index));
  };
}

/**
 * What a schema says of the length of arrays, to be asked before the schema itself, which looks at
 * every element first. undefined when there are no arrays. Schemas that may be one of several are
 * left to the schema.
 */
export function lengthCheck(schema: z.ZodType): LengthCheck | undefined {
  const { type, shape, element, innerType, in: given } = schema.def as unknown as Definition;
  if (type === 'object' && shape) return checkOfObject(shape);
  if (type === 'array' && element) return checkOfArray(schema, element);
  const inner = innerType ?? given;
  return inner && lengthCheck(inner);
}
