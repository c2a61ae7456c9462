import type { z } from '@hono/zod-openapi';
import { AppError } from '#contracts/errors.ts';
import { MAX_JSON_DEPTH, MAX_JSON_ELEMENTS, MAX_JSON_VALUES } from '#platform/limits.ts';

/* Limits of JSON, checked before the schema: size in every dimension, and storable text. */

/** The index after the JSON string at `start`; the text's end if it is unterminated. */
function findStringEnd(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index++) {
    const sign = text[index];
    if (sign === '"') return index;
    if (sign === '\\') index++;
  }
  return text.length;
}

/**
 * Whether JSON text exceeds MAX_JSON_DEPTH, MAX_JSON_VALUES or MAX_JSON_ELEMENTS (per array or
 * object), without parsing it. Invalid JSON may pass: the parser refuses it.
 */
export function exceedsJsonLimits(text: string): boolean {
  /** Commas so far in each open array and object. */
  const commas: number[] = [];
  let values = 1;
  for (let index = 0; index < text.length; index++) {
    switch (text[index]) {
      case '"':
        index = findStringEnd(text, index);
        break;
      case '[':
      case '{':
        if (commas.push(0) > MAX_JSON_DEPTH || ++values > MAX_JSON_VALUES) return true;
        break;
      case ']':
      case '}':
        commas.pop();
        break;
      case ',': {
        const last = commas.length - 1;
        commas[last] = (commas[last] ?? 0) + 1;
        if ((commas[last] as number) >= MAX_JSON_ELEMENTS || ++values > MAX_JSON_VALUES)
          return true;
        break;
      }
    }
  }
  return false;
}

/** Text that PostgreSQL can store: well-formed, without NUL. */
export const isStorableText = (text: string): boolean =>
  text.isWellFormed() && !text.includes('\0');

const joinPath = (path: string, name: string | number): string =>
  path === '' ? String(name) : `${path}.${name}`;

/** The path of an unstorable text in a value of at most MAX_JSON_DEPTH; else undefined. */
export function findUnstorableText(value: unknown, path = ''): string | undefined {
  if (typeof value === 'string') return isStorableText(value) ? undefined : path;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    if (!isStorableText(name)) return path;
    const fieldPath = findUnstorableText(inner, joinPath(path, name));
    if (fieldPath !== undefined) return fieldPath;
  }
  return undefined;
}

/** Checks the lengths of a value's arrays. Throws malformed, naming the field. */
export type LengthCheck = (value: unknown, path?: string) => void;

interface SchemaDefinition {
  type: string;
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  innerType?: z.ZodType;
  in?: z.ZodType;
  checks?: { _zod: { def: { check: string; maximum?: number } } }[];
}

const getMaxArrayLength = ({ checks = [] }: SchemaDefinition): number =>
  Math.min(
    MAX_JSON_ELEMENTS,
    ...checks.map(({ _zod: { def } }) =>
      def.check === 'max_length' && def.maximum !== undefined ? def.maximum : MAX_JSON_ELEMENTS,
    ),
  );

function createObjectCheck(shape: Record<string, z.ZodType>): LengthCheck | undefined {
  const checks = Object.entries(shape).flatMap(([name, schema]) => {
    const check = createLengthCheck(schema);
    return check ? [{ name, check }] : [];
  });
  if (checks.length === 0) return undefined;
  return (value, path = '') => {
    if (typeof value !== 'object' || value === null) return;
    for (const { name, check } of checks)
      check((value as Record<string, unknown>)[name], joinPath(path, name));
  };
}

function createArrayCheck(schema: z.ZodType, element: z.ZodType): LengthCheck {
  const maxLength = getMaxArrayLength(schema.def as unknown as SchemaDefinition);
  const inner = createLengthCheck(element);
  return (value, path = '') => {
    if (!Array.isArray(value)) return;
    if (value.length > maxLength)
      throw new AppError('malformed', {
        values: { field: path },
        payload: [{ field: path, message: `Too big: expected array to have <=${maxLength} items` }],
      });
    if (inner) for (const [index, item] of value.entries()) inner(item, joinPath(path, index));
  };
}

/** A length check before the schema parses all elements. Undefined without arrays; skips unions. */
export function createLengthCheck(schema: z.ZodType): LengthCheck | undefined {
  const {
    type,
    shape,
    element,
    innerType,
    in: inputType,
  } = schema.def as unknown as SchemaDefinition;
  if (type === 'object' && shape) return createObjectCheck(shape);
  if (type === 'array' && element) return createArrayCheck(schema, element);
  const inner = innerType ?? inputType;
  return inner && createLengthCheck(inner);
}
