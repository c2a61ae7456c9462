import { z } from '@hono/zod-openapi';
import { LIMIT_MAX } from '#contracts/limits.ts';
import { whole } from '#contracts/wire/scalars.ts';
import { dayAfter, startOfDay } from '#platform/day.ts';
import type { Ctx } from './context.ts';

/* Query parameters. Empty and "null" mean "not given", as deployed clients send them. */

const given = (value: unknown): unknown =>
  value === '' || value === 'null' || value === 'undefined' ? undefined : value;

/** Without what nobody types, and no text of the database holds: for what is searched for by it. */
const searched = (value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll('\0', '') : value;
export const searchText = (max: number) =>
  z.preprocess((value) => given(searched(value)), z.string().max(max).optional());
/** "null" and "undefined" are words that people look for. */
export const requiredSearchText = (max: number) =>
  z.preprocess(searched, z.string().trim().min(1).max(max));

export const optionalText = (max = 200) => z.preprocess(given, z.string().max(max).optional());

/** A time that a list is limited by: a moment, or a day as the community's calendar has it. */
export type Time = { moment: Date } | { day: string };
/** The years that both JavaScript and the database write with four digits, in every time zone. */
const isUsual = (text: string): boolean => {
  const year = new Date(text).getUTCFullYear();
  return year >= 1 && year <= 9998;
};

export const optionalTime = z.preprocess(
  given,
  z
    .union([z.iso.datetime({ offset: true }), z.iso.date()])
    .refine(isUsual, 'not a time that anything has happened at')
    .transform((text): Time => (text.length > 10 ? { moment: new Date(text) } : { day: text }))
    .optional()
    .meta({ description: 'A day of the community’s time zone, or a moment with an offset' }),
);
/** The moment from which on a list is asked for. */
export function sinceOf(c: Ctx, time: Time | undefined): Date | undefined {
  if (!time) return undefined;
  return 'moment' in time ? time.moment : startOfDay(time.day, c.var.deps.env.TIME_ZONE);
}
/** The moment up to which a list is asked for; a day is included. */
export function untilOf(c: Ctx, time: Time | undefined): Date | undefined {
  if (!time) return undefined;
  return 'moment' in time ? time.moment : startOfDay(dayAfter(time.day), c.var.deps.env.TIME_ZONE);
}

export const optionalId = z.preprocess(given, whole(0).optional());
export const requiredId = z.preprocess(given, whole(1));
/** Ids with commas, as "ids=1,2"; repeated parameters would be one too. */
export const ids = z
  .string()
  .max(2_000)
  .optional()
  .transform((text, context) => {
    const wanted = (text === 'null' || text === 'undefined' ? '' : (text ?? ''))
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean);
    if (wanted.some((one) => !/^[1-9]\d{0,8}$/.test(one)))
      context.addIssue({ code: 'custom', message: 'must be numbers with commas' });
    return wanted.map(Number);
  })
  .meta({ example: '10001,10002' });
/** Pages, or rows, that anybody skips. */
const OFFSET_MAX = 10_000_000;
/** Pages of v1 lists count from 0. */
export const pageIndex = z.preprocess(given, whole(0, OFFSET_MAX).default(0));
/** Pages of published addresses count from 1. */
export const pageNumber = z.preprocess(given, whole(1, OFFSET_MAX).default(1));
export const rowOffset = z.preprocess(given, whole(0, OFFSET_MAX).default(0));
/** More than the cap is the cap. */
export const limit = (normal: number) =>
  z.preprocess(
    given,
    whole(1)
      .default(normal)
      .transform((n) => Math.min(n, LIMIT_MAX)),
  );
export const oneOf = <const T extends readonly [string, ...string[]]>(
  values: T,
  normal: T[number],
) => z.preprocess(given, z.enum(values).default(normal));
