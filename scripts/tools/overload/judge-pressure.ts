import { type Figure, formatShort, judgeFigure, median, percentile } from '../bench/figures.ts';
import type { Samples } from './sample-people.ts';
import type { PressureResult } from './start-pressure.ts';

/* Compares measurements under pressure with those without it. */

/** Maximum p99 under pressure, relative to idle. */
const MAX_RATIO = { files: 3, replies: 2 } as const;
const MEGABYTE = 1_000_000;

const sum = (counts: Record<string, number>): number =>
  Object.values(counts).reduce((total, one) => total + one, 0);
const list = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .map(([what, times]) => `${times} × ${what}`)
    .join(', ');

function judgeTimes(
  pressure: string,
  kind: 'files' | 'replies',
  idle: Samples,
  samples: Samples,
): Figure {
  const failures = kind === 'files' ? samples.fileFailures : samples.replyFailures;
  const values = {
    ratio: percentile(samples[kind], 0.99) / percentile(idle[kind], 0.99),
    failed: sum(failures),
    p50: median(samples[kind]),
    p99: percentile(samples[kind], 0.99),
    idleP50: median(idle[kind]),
    idleP99: percentile(idle[kind], 0.99),
    count: samples[kind].length,
  };
  const times = (p50: number, p99: number) => `${formatShort(p50)} / ${formatShort(p99)} ms`;
  return judgeFigure({
    figure: `${pressure}: ${kind}, p99 ÷ idle / failed`,
    limits: { ratio: { atMost: MAX_RATIO[kind] }, failed: { atMost: 0 } },
    values,
    note: [
      `p50 / p99 ${times(values.p50, values.p99)}, idle ${times(values.idleP50, values.idleP99)}`,
      ...(values.failed > 0 ? [list(failures)] : []),
    ].join('; '),
  });
}

function judgeRefusals(
  pressure: string,
  { tally, openCount }: PressureResult,
  idle: Samples,
  samples: Samples,
): Figure {
  const values = {
    withoutRetryAfter: tally.withoutRetryAfter,
    refused: tally.refusalMs.length,
    p50: median(tally.refusalMs),
    p99: percentile(tally.refusalMs, 0.99),
    sent: tally.sent,
    open: openCount,
    memoryMb: samples.memory / MEGABYTE,
    idleMemoryMb: idle.memory / MEGABYTE,
  };
  return judgeFigure({
    figure: `${pressure}: refusals without Retry-After`,
    limits: { withoutRetryAfter: { atMost: 0 } },
    values: Object.fromEntries(
      Object.entries(values).filter(([, value]) => Number.isFinite(value)),
    ),
    note: [
      `${tally.sent} sent (${list(tally.outcomes) || 'no answer'}), ${openCount} open at the end`,
      ...(values.refused > 0
        ? [`refused within ${formatShort(values.p50)} / ${formatShort(values.p99)} ms`]
        : []),
      `the server held ${Math.round(values.memoryMb)} MB, idle ${Math.round(values.idleMemoryMb)} MB`,
    ].join('; '),
  });
}

export const judgePressure = (
  pressure: string,
  idle: Samples,
  samples: Samples,
  result: PressureResult,
): Figure[] => [
  judgeTimes(pressure, 'files', idle, samples),
  judgeTimes(pressure, 'replies', idle, samples),
  judgeRefusals(pressure, result, idle, samples),
];
