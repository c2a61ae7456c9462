import { afterEach, expect, test, vi } from 'vitest';
import type { AuthorCard } from '#contracts/page-model.ts';
import { setTimeZone } from '#i18n/format.ts';
import { translator } from '#i18n/translator.ts';
import { userSummary } from '#views/parts/user-summary.ts';

afterEach(() => {
  vi.useRealTimers();
  setTimeZone(undefined);
});

const author = {
  level: 3,
  levelName: '常客',
  levelNameEn: 'Regular',
  badge: undefined,
  createdAt: new Date('2025-12-31T20:00:00Z'),
} as unknown as AuthorCard;

test('[R1] a published page’s text about a person’s time here is as true the year after, and uses the community’s time zone', () => {
  setTimeZone('Asia/Shanghai');
  vi.useFakeTimers();
  for (const day of [
    '2026-01-01T00:00:00Z',
    '2026-12-31T15:59:00Z',
    '2026-12-31T16:01:00Z',
    '2031-06-01T00:00:00Z',
  ]) {
    vi.setSystemTime(new Date(day));
    expect([
      day,
      userSummary(author, 'zh', translator('zh')).at(-1),
      userSummary(author, 'en', translator('en')).at(-1),
    ]).toEqual([day, '2026 年加入', 'Joined 2026']);
  }
});
