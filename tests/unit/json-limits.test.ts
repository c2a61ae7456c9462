import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createLengthCheck, exceedsJsonLimits, findUnstorableText } from '#api/http/json-limits.ts';
import { coercedInt } from '#contracts/wire/field-types.ts';
import { toAddressBlock } from '#platform/address-block.ts';
import { getDayAt, getNextDay, getStartOfDay, isCalendarDay } from '#platform/calendar-day.ts';
import { MAX_JSON_DEPTH, MAX_JSON_ELEMENTS, MAX_JSON_VALUES } from '#platform/limits.ts';

/** Depth, number of values and longest array or object of a value, as its JSON has them. */
function sizes(value: unknown): { depth: number; values: number; longest: number } {
  if (typeof value !== 'object' || value === null) return { depth: 0, values: 1, longest: 0 };
  const inner = Object.values(value).map(sizes);
  const most = (name: 'depth' | 'longest') => Math.max(0, ...inner.map((one) => one[name]));
  return {
    depth: 1 + most('depth'),
    values: 1 + inner.reduce((sum, one) => sum + one.values, 0),
    longest: Math.max(inner.length, most('longest')),
  };
}

describe('[R21] JSON that strangers send', () => {
  test('is counted as it would be built, without being built', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 18, depthSize: 'small' }), (value) => {
        const { depth, values, longest } = sizes(value);
        const fits =
          depth <= MAX_JSON_DEPTH && values <= MAX_JSON_VALUES && longest <= MAX_JSON_ELEMENTS;
        // Values are counted by commas: an empty array counts like one with a number.
        expect(exceedsJsonLimits(JSON.stringify(value))).toBe(!fits);
        expect(exceedsJsonLimits(JSON.stringify(value, undefined, 2))).toBe(!fits);
      }),
      { seed: 11, numRuns: 40 },
    );
  });

  test('ends at each of its limits', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect([
      exceedsJsonLimits(nested(MAX_JSON_DEPTH)),
      exceedsJsonLimits(nested(MAX_JSON_DEPTH + 1)),
    ]).toEqual([false, true]);
    const list = (length: number) => JSON.stringify(Array.from({ length }, () => 1));
    expect([
      exceedsJsonLimits(list(MAX_JSON_ELEMENTS)),
      exceedsJsonLimits(list(MAX_JSON_ELEMENTS + 1)),
    ]).toEqual([false, true]);
    const lists = (count: number) =>
      JSON.stringify(Array.from({ length: count }, () => Array.from({ length: 999 }, () => 1)));
    expect([exceedsJsonLimits(lists(9)), exceedsJsonLimits(lists(11))]).toEqual([false, true]);
    expect(
      exceedsJsonLimits(JSON.stringify('[[[[{{{{,,,,"'.repeat(5_000))),
      'signs in a text count nothing',
    ).toBe(false);
  });

  test('is counted, or refused by the parser, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'[]{},:"\\ua0') }), (text) => {
        expect(typeof exceedsJsonLimits(text)).toBe('boolean');
      }),
      { seed: 11 },
    );
  });

  test('names the field with text that the database can’t hold', () => {
    expect(findUnstorableText({ a: [{ b: 'fine' }, { b: 'x\0' }] })).toBe('a.1.b');
    expect(findUnstorableText({ a: { '\0': 1 } })).toBe('a');
    expect(findUnstorableText('\ud800')).toBe('');
    fc.assert(
      fc.property(
        fc.array(
          fc.string({ unit: fc.constantFrom('a', '😀', '\0', '\ud83d', '\ude00', '\uffff') }),
        ),
        (texts) => {
          const bad = texts.findIndex(
            (text) =>
              text.includes('\0') ||
              /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text),
          );
          expect(findUnstorableText({ texts })).toBe(bad < 0 ? undefined : `texts.${bad}`);
        },
      ),
      { seed: 11 },
    );
  });

  test('has no longer arrays than its schema allows, before any element is looked at', () => {
    const never = z.custom<number>(() => {
      throw new Error('an element was looked at');
    });
    const schema = z.object({
      track: z.array(never).max(3).optional(),
      poll: z.object({ options: z.array(z.string()).max(2) }).nullish(),
      rows: z.array(z.object({ ids: z.array(never).max(1) })).max(5),
    });
    const check = createLengthCheck(schema) as (value: unknown) => void;
    const refusal = (value: unknown) => {
      try {
        check(value);
        return undefined;
      } catch (error) {
        return (error as { code: string; detail: { values: { field: string } } }).detail.values
          .field;
      }
    };
    expect(refusal({ track: [1, 2, 3, 4] })).toBe('track');
    expect(refusal({ poll: { options: ['a', 'b', 'c'] } })).toBe('poll.options');
    expect(refusal({ rows: [{ ids: [1] }, { ids: [1, 2] }] })).toBe('rows.1.ids');
    for (const fine of [
      { track: [1, 2, 3] },
      {},
      { track: 'x' },
      { poll: null },
      null,
      7,
      { rows: [null, 3] },
    ])
      expect(refusal(fine)).toBeUndefined();
    expect(createLengthCheck(z.object({ a: z.string() }))).toBeUndefined();
  });

  test('has whole numbers as numbers, digits, or what deployed clients send for none', () => {
    const id = coercedInt(0, 100);
    for (const [sent, read] of [
      [7, 7],
      ['7', 7],
      [' 7 ', 7],
      ['', 0],
      [true, 1],
    ])
      expect(id.parse(sent)).toBe(read);
    for (const odd of [
      '1e1',
      '0x10',
      '1.0',
      1.5,
      'NaN',
      Number.NaN,
      101,
      -1,
      '99999999999999999999',
      [7],
      {},
      null,
      undefined,
    ])
      expect(id.safeParse(odd).success, String(odd)).toBe(false);
  });
});

describe('[R3] days of the community', () => {
  const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone')];
  const day = fc
    .date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));

  test('begin at the first moment of theirs, in all zones', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), day, (zone, at) => {
        const start = getStartOfDay(at, zone);
        // Where a zone left a day out, the next one begins.
        expect([at, getNextDay(at)]).toContain(getDayAt(start, zone));
        expect(getDayAt(new Date(start.getTime() - 1), zone) < at).toBe(true);
        expect(getStartOfDay(getNextDay(at), zone) >= start).toBe(true);
      }),
      { seed: 11, numRuns: 400 },
    );
  });

  test.each([
    ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
    ['2026-03-30', 'Europe/Berlin', '2026-03-29T22:00:00.000Z'],
    ['2026-11-21', 'Asia/Shanghai', '2026-11-20T16:00:00.000Z'],
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
    ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
    ['0001-01-01', 'UTC', '0001-01-01T00:00:00.000Z'],
  ])('%s begins in %s at %s', (at, zone, moment) => {
    expect(getStartOfDay(at, zone).toISOString()).toBe(moment);
  });

  test('are distinguished from texts that name none', () => {
    expect(['2026-02-28', '2024-02-29', '9999-12-31'].map(isCalendarDay)).toEqual([
      true,
      true,
      true,
    ]);
    expect(
      ['2026-02-29', '2026-13-45', '10000-01-01', '2026-00-10', '2026-1-1', '', '-001-01-01'].map(
        isCalendarDay,
      ),
    ).toEqual(Array.from({ length: 7 }, () => false));
  });
});

test('[R21] addresses of IPv6 are counted by their first four groups, others as they are', () => {
  expect(toAddressBlock('2001:db8:1:2:3:4:5:6')).toBe(toAddressBlock('2001:0db8:0001:0002::1'));
  expect(toAddressBlock('2001:db8::1')).toBe(toAddressBlock('2001:db8:0:0:ffff::'));
  expect(toAddressBlock('2001:db8:1:2::1')).not.toBe(toAddressBlock('2001:db8:1:3::1'));
  expect(toAddressBlock('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
  expect(toAddressBlock('192.0.2.1')).toBe('192.0.2.1');
  for (const mapped of ['::ffff:192.0.2.1', '::FFFF:c000:201', '0:0:0:0:0:ffff:192.0.2.1'])
    expect(toAddressBlock(mapped)).toBe('192.0.2.1');
  expect(toAddressBlock('64:ff9b::192.0.2.1')).toBe('64:ff9b:0:0::/64');
  expect(toAddressBlock('')).toBe('');
  fc.assert(
    fc.property(
      fc.ipV6(),
      (address) => void expect(toAddressBlock(address)).toMatch(/^(?:[0-9a-f]{1,4}:){4}:\/64$/),
    ),
    { seed: 11 },
  );
});
