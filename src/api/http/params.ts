import { z } from '@hono/zod-openapi';
import { MAX_PAGE_SIZE } from '#contracts/limits.ts';
import { type ApiOrder, DEFAULT_ORDER } from '#contracts/list-orders.ts';
import { coercedInt } from '#contracts/wire/field-types.ts';
import { getNextDay, getStartOfDay } from '#platform/calendar-day.ts';
import type { ApiContext } from './context.ts';

/* Query parameters. Empty and "null" mean "not given", as deployed clients send them. */

const emptyToUndefined = (value: unknown): unknown =>
  value === '' || value === 'null' || value === 'undefined' ? undefined : value;

/** A search text without characters that can't be typed or stored. */
const removeNul = (value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll('\0', '') : value;
export const searchText = (max: number) =>
  z.preprocess((value) => emptyToUndefined(removeNul(value)), z.string().max(max).optional());
/** "null" and "undefined" can be searched for */
export const requiredSearchText = (max: number) =>
  z.preprocess(removeNul, z.string().trim().min(1).max(max));

export const optionalText = (max = 200) =>
  z.preprocess(emptyToUndefined, z.string().max(max).optional());

/** A limit of a list by time: a time, or a day in the community's calendar. */
export type TimeBound = { moment: Date } | { day: string };
/** Years that JavaScript and the database both write with four digits, in every time zone. */
const hasFourDigitYear = (text: string): boolean => {
  const year = new Date(text).getUTCFullYear();
  return year >= 1 && year <= 9998;
};

export const optionalTime = z.preprocess(
  emptyToUndefined,
  z
    .union([z.iso.datetime({ offset: true }), z.iso.date()])
    .refine(hasFourDigitYear, 'not a time that anything has happened at')
    .transform((text): TimeBound => (text.length > 10 ? { moment: new Date(text) } : { day: text }))
    .optional()
    .meta({ description: 'A day of the community’s time zone, or a moment with an offset' }),
);
/** The time from which on entries are listed. */
export function toLowerTimeBound(c: ApiContext, time: TimeBound | undefined): Date | undefined {
  if (!time) return undefined;
  return 'moment' in time ? time.moment : getStartOfDay(time.day, c.var.deps.env.TIME_ZONE);
}
/** The time up to which entries are listed; a day is included. */
export function toUpperTimeBound(c: ApiContext, time: TimeBound | undefined): Date | undefined {
  if (!time) return undefined;
  return 'moment' in time
    ? time.moment
    : getStartOfDay(getNextDay(time.day), c.var.deps.env.TIME_ZONE);
}

/** Headers of a call that writes something once, however often it is sent. */
export const idempotencyHeaders = z.object({
  'idempotency-key': z.uuid().optional().openapi({
    description:
      'A UUID of the caller’s choice for what is written, the same at each attempt. When an earlier call with it has written, nothing is written again: the answer is `repeat` with `same_key` 1 and what was written in err_payload, for 30 days',
  }),
});

export const optionalId = z.preprocess(emptyToUndefined, coercedInt(0).optional());
export const requiredId = z.preprocess(emptyToUndefined, coercedInt(1));
/** Ids with commas, as "ids=1,2"; repeated parameters would be one too. */
export const ids = z
  .string()
  .max(2_000)
  .optional()
  .transform((text, context) => {
    const parts = (text === 'null' || text === 'undefined' ? '' : (text ?? ''))
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean);
    if (parts.some((part) => !/^[1-9]\d{0,8}$/.test(part)))
      context.addIssue({ code: 'custom', message: 'must be numbers with commas' });
    return parts.map(Number);
  })
  .meta({ example: '10001,10002' });
/** The largest offset of pages or rows. */
const MAX_OFFSET = 10_000_000;
/** Pages of v1 lists count from 0. */
export const pageIndex = z.preprocess(emptyToUndefined, coercedInt(0, MAX_OFFSET).default(0));
/** Pages of published addresses count from 1. */
export const pageNumber = z.preprocess(emptyToUndefined, coercedInt(1, MAX_OFFSET).default(1));
export const rowOffset = z.preprocess(emptyToUndefined, coercedInt(0, MAX_OFFSET).default(0));
/** A limit above the maximum becomes the maximum. */
export const limit = (defaultValue: number) =>
  z.preprocess(
    emptyToUndefined,
    coercedInt(1)
      .default(defaultValue)
      .transform((n) => Math.min(n, MAX_PAGE_SIZE)),
  );
export const oneOf = <const T extends readonly [string, ...string[]]>(
  values: T,
  defaultValue: T[number],
) => z.preprocess(emptyToUndefined, z.enum(values).default(defaultValue));

/** An order of thread lists by its name on the wire; the default order where none is named. */
export const listOrder = (orderByName: ReadonlyMap<string, ApiOrder>) => {
  const names = [...orderByName.keys()] as [string, ...string[]];
  const defaultName = names.find((name) => orderByName.get(name) === DEFAULT_ORDER) ?? names[0];
  return oneOf(names, defaultName).transform((name) => orderByName.get(name) as ApiOrder);
};
