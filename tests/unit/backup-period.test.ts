import { describe, expect, test } from 'vitest';
import { readEnv } from '#platform/env.ts';
import { formatPeriod, parsePeriod } from '#platform/period.ts';
import { chooseBackupPeriod } from '../../scripts/start/backup-supervisor.ts';

const DAY_MS = 86_400_000;
const DATABASE_URL = 'postgres://forum@db.example/forum';

describe('[ops] a period', () => {
  test.each([
    ['2s', 2_000],
    ['30m', 1_800_000],
    ['12h', DAY_MS / 2],
    ['1d', DAY_MS],
    ['14d', 14 * DAY_MS],
  ])('%s is read and written', (text, ms) => {
    expect(parsePeriod(text)).toBe(ms);
    expect(formatPeriod(ms)).toBe(text);
  });

  test.each(['', '0d', '1', 'd', '-1d', '1.5h', '1 d', '1w'])('%j isn’t one', (text) => {
    expect(parsePeriod(text)).toBeUndefined();
  });
});

describe('[ops] npm start makes backups', () => {
  test('once a day of a forum of one’s own with the database that came with it, and of no other unless it is told to', () => {
    expect(chooseBackupPeriod(readEnv({}), true)).toBe(DAY_MS);
    expect(chooseBackupPeriod(readEnv({}), false), 'the demo community').toBe(0);
    expect(chooseBackupPeriod(readEnv({ DATABASE_URL }), true)).toBe(0);
  });

  test('as often as BACKUP_EVERY says, on hosts that don’t only serve', () => {
    const every = (more: Record<string, string>) =>
      chooseBackupPeriod(readEnv({ BACKUP_EVERY: '12h', ...more }), true);
    expect(every({})).toBe(DAY_MS / 2);
    expect(every({ DATABASE_URL, ROLE: 'worker' })).toBe(DAY_MS / 2);
    expect(every({ DATABASE_URL, ROLE: 'web' })).toBe(0);
    expect(every({ BACKUP_EVERY: 'off' })).toBe(0);
  });

  test('never by a setting that can’t be understood', () => {
    expect(() => readEnv({ BACKUP_EVERY: 'daily' })).toThrow('BACKUP_EVERY: must be like 1d');
    expect(() => readEnv({ BACKUP_KEEP: '0' })).toThrow('BACKUP_KEEP');
  });
});
