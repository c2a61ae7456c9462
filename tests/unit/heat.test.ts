import { expect, test } from 'vitest';
import { computeHeat } from '#domain/content/thread/heat.ts';

const NEW = new Date('2026-02-01T00:00:00Z');
const A_MONTH_BEFORE = new Date('2026-01-03T00:00:00Z');
const counts = (more: Partial<Parameters<typeof computeHeat>[1]>) => ({
  replies: 1,
  likes: 0,
  views: 0,
  ...more,
});

test('[R22] a thread twice as answered is as hot as one that began half a day later', () => {
  const heatOf = (replies: number) => computeHeat(NEW, counts({ replies }));
  expect(heatOf(19) - heatOf(9)).toBe(43_200);
});

test('[R22] a thread without replies is less hot than one from a month before it', () => {
  const answered = computeHeat(A_MONTH_BEFORE, counts({}));
  expect(computeHeat(NEW, counts({ replies: 0 }))).toBeLessThan(answered);
  expect(computeHeat(NEW, counts({}))).toBeGreaterThan(answered);
});

test('[R22] twenty readers weigh as much as a reply', () => {
  expect(computeHeat(NEW, counts({ replies: 4, views: 60 }))).toBe(
    computeHeat(NEW, counts({ replies: 7 })),
  );
});
