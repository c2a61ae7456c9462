import { expect, test } from 'vitest';
import { type BenchReport, compareReports } from '../../scripts/tools/bench/compare.ts';
import { judgeFigure } from '../../scripts/tools/bench/figures.ts';
import { createEmptySamples } from '../../scripts/tools/bench/yardsticks.ts';

const report = (
  values: Record<string, number>,
  rounds?: Record<string, number[]>,
): BenchReport => ({
  at: '2026-11-23T00:00:00.000Z',
  machine: { cores: 2, memory: 1, node: 'v26' },
  size: { threads: 1, posts: 1 },
  yardsticks: createEmptySamples(),
  figures: [judgeFigure({ figure: 'replies', limits: {}, values, ...(rounds ? { rounds } : {}) })],
});
const verdicts = (before: BenchReport, after: BenchReport) =>
  compareReports(before, after).map(({ value, verdict }) => [value, verdict]);

test('[R40] two runs of the bench differ only beyond the noise of their rounds', () => {
  const quiet = { perSecond: [99, 100, 101] };
  const noisy = { perSecond: [70, 100, 130] };
  const of = (perSecond: number, rounds: { perSecond: number[] }) => report({ perSecond }, rounds);
  expect(verdicts(of(100, quiet), of(120, quiet))).toEqual([['perSecond', 'better']]);
  expect(verdicts(of(100, quiet), of(80, quiet))).toEqual([['perSecond', 'worse']]);
  expect(verdicts(of(100, noisy), of(120, quiet))).toEqual([['perSecond', 'same']]);
  expect(verdicts(of(100, quiet), of(103, quiet))).toEqual([['perSecond', 'same']]);
});

test('[R40] lower times are better, and values of only one run aren’t compared', () => {
  const before = report({ p50: 10, gone: 1 });
  expect(verdicts(before, report({ p50: 5, added: 3 }))).toEqual([['p50', 'better']]);
  expect(verdicts(before, report({ p50: 20 }))).toEqual([['p50', 'worse']]);
});

test('[R40] limits of times are scaled to the machine, rates as ratios are not', () => {
  const judge = (scale: number, p50: number) =>
    judgeFigure({
      figure: 'f',
      unit: 'ms',
      limits: { p50: { atMost: 3 } },
      scale,
      values: { p50 },
    });
  expect([judge(1, 4).ok, judge(2, 4).ok, judge(2, 4).target]).toEqual([false, true, '≤ 6 ms']);
});
