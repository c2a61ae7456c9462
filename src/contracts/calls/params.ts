import { z } from '@hono/zod-openapi';
import { THREAD_LANGUAGES, type ThreadLanguage } from '../language.ts';
import { MAX_PAGE_SIZE, MAX_PERSON_FILTER_CHARACTERS } from '../limits.ts';
import { type ApiOrder, DEFAULT_ORDER } from '../list-orders.ts';
import { coercedInt } from '../wire/field-types.ts';

/* Query parameters. Deployed clients send empty and "null" for missing values. */

const emptyToUndefined = (value: unknown): unknown =>
  value === '' || value === 'null' || value === 'undefined' ? undefined : value;
/** Has the schema's own type, because our pages omit missing values. */
export const lenient = <Schema extends z.ZodType>(
  schema: Schema,
  clean = emptyToUndefined,
): Schema => z.preprocess(clean, schema) as unknown as Schema;

/** NUL can't be typed or stored. */
const removeNul = (value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll('\0', '') : value;
export const searchText = (max: number) =>
  lenient(z.string().max(max).optional(), (value) => emptyToUndefined(removeNul(value)));
/** "null" and "undefined" are valid search texts */
export const requiredSearchText = (max: number) =>
  lenient(z.string().trim().min(1).max(max), removeNul);

export const optionalText = (max = 200) => lenient(z.string().max(max).optional());

/** A time, or a day in the community's calendar. */
export type TimeBound = { moment: Date } | { day: string };
/** JavaScript and the database write these years with four digits in every time zone. */
const hasFourDigitYear = (text: string): boolean => {
  const year = new Date(text).getUTCFullYear();
  return year >= 1 && year <= 9998;
};

export const optionalTime = lenient(
  z
    .union([z.iso.datetime({ offset: true }), z.iso.date()])
    .refine(hasFourDigitYear, 'must be a year from 1 to 9998')
    .transform((text): TimeBound => (text.length > 10 ? { moment: new Date(text) } : { day: text }))
    .optional()
    .meta({ description: 'A day in the community’s time zone, or a time with an offset' }),
);
/** For calls that write once per key, however often they are sent. */
export const idempotencyHeaders = {
  'idempotency-key': z
    .uuid()
    .optional()
    .openapi({
      description:
        'A UUID chosen by the client, the same for each attempt of one write. If an earlier call with the key succeeded within 30 days, the call writes nothing: it returns `repeat` with `same_key` 1 and the earlier result in err_payload.',
    }),
};

export const optionalId = lenient(coercedInt(0).optional());
export const requiredId = lenient(coercedInt(1));
const splitAtCommas = (text = ''): string[] =>
  (text === 'null' || text === 'undefined' ? '' : text)
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
/** Comma-separated, as "ids=1,2"; joining repeated parameters gives the same. */
export const ids = z
  .string()
  .max(2_000)
  .optional()
  .transform((text, context) => {
    const parts = splitAtCommas(text);
    if (parts.some((part) => !/^[1-9]\d{0,8}$/.test(part)))
      context.addIssue({ code: 'custom', message: 'must be numbers with commas' });
    return parts.map(Number);
  })
  .meta({ example: '10001,10002' });
const MAX_OFFSET = 10_000_000;
/** Lists of v1 count pages from 0. */
export const pageIndex = lenient(coercedInt(0, MAX_OFFSET).default(0));
/** Published addresses count pages from 1. */
export const pageNumber = lenient(coercedInt(1, MAX_OFFSET).default(1));
export const rowOffset = lenient(coercedInt(0, MAX_OFFSET).default(0));
/** Clamps to the maximum. */
export const limit = (defaultValue: number) =>
  lenient(
    coercedInt(1)
      .default(defaultValue)
      .transform((n) => Math.min(n, MAX_PAGE_SIZE)),
  );
export const oneOf = <const T extends readonly [string, ...string[]]>(
  values: T,
  defaultValue: T[number],
) => lenient(z.enum(values).default(defaultValue));

export const optionalChoice = <const T extends readonly [string, ...string[]]>(values: T) =>
  lenient(z.enum(values).optional(), (value) => (value === '' ? undefined : value));
/** A user's name or number. */
export const personFilter = optionalText(MAX_PERSON_FILTER_CHARACTERS);
/** For tables that continue after a row where offsets end; counts only later rows. */
export const past = optionalId.meta({
  description: '`past` of the last page with a permitted `offset`; `offset` then counts from there',
});

/** An order of thread lists by wire name, else the default. */
export const listOrder = (orderByName: ReadonlyMap<string, ApiOrder>) => {
  const names = [...orderByName.keys()] as [string, ...string[]];
  const defaultName = names.find((name) => orderByName.get(name) === DEFAULT_ORDER) ?? names[0];
  return oneOf(names, defaultName).transform((name) => orderByName.get(name) as ApiOrder);
};

const isThreadLanguage = (text: string): text is ThreadLanguage =>
  (THREAD_LANGUAGES as readonly string[]).includes(text);

/** One language, several with commas, or none; all languages mean no filter. */
export const threadLanguages = z
  .string()
  .max(100)
  .optional()
  .transform((text, context) => {
    const requested = new Set(splitAtCommas(text));
    for (const language of requested)
      if (!isThreadLanguage(language))
        context.addIssue({ code: 'custom', message: `must be of ${THREAD_LANGUAGES.join(', ')}` });
    return requested.size === 1 ? ([...requested][0] as ThreadLanguage) : undefined;
  })
  .meta({
    description: `Any of ${THREAD_LANGUAGES.join(', ')}, separated by commas; default: all`,
    example: 'zh_CN',
  });

export const pictureFile = z
  .custom<File>((value) => value instanceof File)
  .openapi({ type: 'string', format: 'binary' });
