import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, formatInZone, isAfter } from '#client/moderation/local-datetime.ts';
import { relativeTime } from '#contracts/relative-time.ts';
import { readEnv } from '#platform/env.ts';
import { propertyRuns } from '../support/arbitraries.ts';
import { emptyDatabase } from '../support/test-database.ts';

const { db } = await emptyDatabase();
const ZONES = Intl.supportedValuesOf('timeZone');
const zone = fc.constantFrom(
  ...ZONES,
  'UTC',
  'Asia/Shanghai',
  'America/St_Johns',
  'Pacific/Apia',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const since = Date.UTC(2020, 0, 1);
const moment = fc.oneof(
  fc.integer({ min: since, max: Date.UTC(2026, 11, 31) }),
  fc.integer({ min: 0, max: 7 * 366 * 24 * 2 }).map((half) => since + (half * HOUR) / 2),
);

/** Moments of a year at which a zone's offset changes, found by bisection. */
function changesOf(timeZone: string, year: number): number[] {
  const offset = (at: number) =>
    Date.parse(`${formatInZone(new Date(at), timeZone).replace(' ', 'T')}Z`) -
    Math.floor(at / 1000) * 1000;
  const found: number[] = [];
  let before = offset(Date.UTC(year, 0, 1));
  for (let at = Date.UTC(year, 0, 1); at < Date.UTC(year + 1, 0, 1); at += 5 * DAY) {
    let [low, high] = [at, at + 5 * DAY];
    const after = offset(high);
    if (before === after) continue;
    while (high - low > 1000) {
      const middle = low + Math.floor((high - low) / 2000) * 1000;
      if (offset(middle) === before) low = middle;
      else high = middle;
    }
    found.push(high);
    before = after;
  }
  return found;
}

test('[R20] clock times sort in order, except for the repeated hour', () => {
  fc.assert(
    fc.property(zone, moment, fc.integer({ min: 0, max: 400 * 24 }), (timeZone, at, hours) => {
      const [begin, end] = [
        formatInZone(new Date(at), timeZone),
        formatInZone(new Date(at + hours * HOUR), timeZone),
      ];
      expect(begin).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
      if (hours > 25) expect(begin < end).toBe(true);
    }),
    propertyRuns(300),
  );
});

test('[R20] so many days later it is the same time of day, in every zone and over every change of its clock', () => {
  fc.assert(
    fc.property(
      zone,
      fc.integer({ min: 2020, max: 2026 }),
      fc.nat({ max: 3 }),
      fc.integer({ min: -30, max: 30 }),
      fc.integer({ min: 1, max: 400 }),
      (timeZone, year, which, hours, days) => {
        const changes = changesOf(timeZone, year);
        const at = new Date(
          (changes[which % Math.max(1, changes.length)] ?? Date.UTC(year, 5, 1)) + hours * HOUR,
        );
        const field = formatInZone(at, timeZone).slice(0, 16).replace(' ', 'T');
        const later = addDays(field, days, timeZone);
        expect(later.slice(11)).toBe(`${field.slice(11)}:00`);
        expect(
          (Date.parse(`${later.slice(0, 10)}T00:00Z`) -
            Date.parse(`${field.slice(0, 10)}T00:00Z`)) /
            DAY,
        ).toBe(days);
        expect(isAfter(later.slice(0, 16).replace(' ', 'T'), field, timeZone)).toBe(true);
      },
    ),
    propertyRuns(100),
  );
});

test('[R2] the database and the pages have the same day in every time zone that a forum can be set to, around each change of its clock', async () => {
  const taken = ZONES.filter((name) => {
    try {
      return readEnv({ TIME_ZONE: name }).TIME_ZONE === name;
    } catch {
      return false;
    }
  });
  expect(taken.length).toBeGreaterThan(400);
  const asked = taken.flatMap((name) => {
    const changes = changesOf(name, 2025);
    const moments = [...changes, Date.UTC(2025, 5, 1, 0, 30), Date.UTC(2025, 11, 31, 23, 59)];
    return moments.flatMap((at) =>
      [at - HOUR, at - 1000, at, at + HOUR, at + 12 * HOUR].map((one) => ({
        name,
        at: new Date(one),
      })),
    );
  });
  const { rows } = await db.execute<{ name: string; at: string; here: string }>(sql`
    select
      z.name,
      z.at::text,
      to_char(z.at::timestamptz at time zone z.name, 'YYYY-MM-DD HH24:MI:SS') as here
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as z(name text, at text)`);
  expect(rows.length).toBe(asked.length);
  const differ = rows
    .filter(({ name, at, here }) => here !== formatInZone(new Date(at), name))
    .map(({ name }) => name);
  expect([...new Set(differ)]).toEqual([]);
});

test('[ops] a time zone is set by its name: offsets, which mean the opposite to PostgreSQL, are refused', () => {
  for (const name of ['+08:00', '-0330', '+08', 'UTC+8', 'Nowhere/Land', ''])
    expect(() => readEnv({ TIME_ZONE: name }), name).toThrow(/TIME_ZONE/);
  for (const name of ['UTC', 'Europe/Berlin', 'Asia/Shanghai', 'Asia/Calcutta'])
    expect(readEnv({ TIME_ZONE: name }).TIME_ZONE).toBe(name);
});

test('[R13] how long ago something was never grows younger, and is said of any two moments', () => {
  const units = ['刚刚', '分钟前', '小时前', '天前', '个月前', '年前'];
  const rank = (text: string): [number, number] => [
    units.findIndex((unit) => text.endsWith(unit)),
    Number(/^[\d,]+/.exec(text)?.[0].replaceAll(',', '') ?? 0),
  ];
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 8e15 }),
      fc.integer({ min: 0, max: 3e12 }),
      fc.integer({ min: 0, max: 3e11 }),
      (now, ago, more) => {
        const [younger, older] = [
          rank(relativeTime('zh', now - ago, now)),
          rank(relativeTime('zh', now - ago - more, now)),
        ];
        expect(younger[0]).toBeGreaterThanOrEqual(0);
        expect(younger[0] < older[0] || (younger[0] === older[0] && younger[1] <= older[1])).toBe(
          true,
        );
        expect(relativeTime('en', now + ago, now)).toBe('just now');
      },
    ),
    propertyRuns(500),
  );
});
