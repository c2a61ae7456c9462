import { z } from '@hono/zod-openapi';
import { LIMIT_MAX } from '#contracts/limits.ts';

/* Query parameters. Empty and "null" mean "not given", as deployed clients send them. */

const given = (value: unknown): unknown => (value === '' || value === 'null' || value === 'undefined' ? undefined : value);
const whole = (max: number) => z.coerce.number().int().min(0).max(max);

export const optionalText = (max = 200) => z.preprocess(given, z.string().max(max).optional());
export const requiredText = (max: number) => z.preprocess(given, z.string().trim().min(1).max(max));
/** A day, from its beginning in UTC, or a moment. */
export const optionalTime = z.preprocess(
  given,
  z
    .union([z.iso.datetime({ offset: true }), z.iso.date()])
    .transform((text) => new Date(text))
    .optional(),
);
export const optionalId = z.preprocess(given, whole(2_147_483_647).optional());
export const requiredId = z.preprocess(given, whole(2_147_483_647).min(1));
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
    if (wanted.some((one) => !/^[1-9]\d{0,8}$/.test(one))) context.addIssue({ code: 'custom', message: 'must be numbers with commas' });
    return wanted.map(Number);
  })
  .meta({ example: '10001,10002' });
/** Pages of v1 lists count from 0. */
export const pageIndex = z.preprocess(given, whole(10_000_000).default(0));
/** Pages of published addresses count from 1. */
export const pageNumber = z.preprocess(given, whole(10_000_000).min(1).default(1));
export const rowOffset = z.preprocess(given, whole(10_000_000).default(0));
/** More than the cap is the cap. */
export const limit = (normal: number) =>
  z.preprocess(
    given,
    z.coerce
      .number()
      .int()
      .min(1)
      .default(normal)
      .transform((n) => Math.min(n, LIMIT_MAX)),
  );
export const oneOf = <const T extends readonly [string, ...string[]]>(values: T, normal: T[number]) => z.preprocess(given, z.enum(values).default(normal));
