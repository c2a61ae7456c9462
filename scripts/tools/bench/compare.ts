import { readFileSync } from 'node:fs';
import { ConfigError } from '#platform/env.ts';
import type { Figure } from './figures.ts';
import { formatShort, median } from './figures.ts';
import type { Machine } from './machine.ts';
import type { YardstickSamples } from './yardsticks.ts';

export interface BenchReport {
  /** When it ended (ISO 8601). */
  at: string;
  machine: Machine;
  size: { threads: number; posts: number };
  /** undefined if only the start was measured. */
  yardsticks?: YardstickSamples;
  figures: Figure[];
}

/** Minimum share by which equal runs may differ. */
const MIN_NOISE = 0.05;
/** Of values that were measured once per run. */
const UNKNOWN_NOISE = 0.25;
/** Names of values of which more is better. */
const MORE_IS_BETTER = /perSecond|perCommit|perRender|^ratio$|mrr|ndcg/i;

/** Spread of a value's rounds, as a share of their median. */
function noiseOf(rounds: readonly number[] | undefined): number {
  if (!rounds || rounds.length < 2) return UNKNOWN_NOISE;
  return Math.max(MIN_NOISE, (Math.max(...rounds) - Math.min(...rounds)) / median(rounds));
}

interface Change {
  figure: string;
  value: string;
  before: number;
  after: number;
  /** After ÷ before. */
  ratio: number;
  /** Relative difference that noise explains. */
  noise: number;
  verdict: 'better' | 'worse' | 'same';
}

/** Values of both reports, with changes beyond the noise of their rounds. */
export function compareReports(before: BenchReport, after: BenchReport): Change[] {
  const changes: Change[] = [];
  for (const figure of after.figures) {
    const former = before.figures.find((one) => one.figure === figure.figure);
    for (const [value, now] of Object.entries(figure.values)) {
      const then = former?.values[value];
      if (then === undefined || then === 0 || !Number.isFinite(now)) continue;
      const ratio = now / then;
      const noise = Math.max(noiseOf(former?.rounds?.[value]), noiseOf(figure.rounds?.[value]));
      const gain = MORE_IS_BETTER.test(value) ? ratio : 1 / ratio;
      const verdict = gain > 1 + noise ? 'better' : gain < 1 / (1 + noise) ? 'worse' : 'same';
      changes.push({
        figure: figure.figure,
        value,
        before: then,
        after: now,
        ratio,
        noise,
        verdict,
      });
    }
  }
  return changes;
}

/** Throws ConfigError if the file isn't a bench report. */
function readReport(file: string): BenchReport {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8')) as BenchReport;
    if (Array.isArray(report.figures)) return report;
  } catch {
    // reported below
  }
  throw new ConfigError(`${file} is no report of the bench.`);
}

/** Improvements and regressions between two report files, as lines for people. */
export function formatComparison(beforeFile: string, afterFile: string): string {
  const [before, after] = [readReport(beforeFile), readReport(afterFile)];
  const lines: string[] = [];
  for (const [name, samples] of Object.entries(after.yardsticks ?? {})) {
    const former = before.yardsticks?.[name as keyof YardstickSamples] ?? [];
    if (samples.length > 0 && former.length > 0)
      lines.push(
        `  ${name}: ${formatShort(median(former))} → ${formatShort(median(samples))} (the machine)`,
      );
  }
  const changes = compareReports(before, after);
  for (const verdict of ['better', 'worse', 'same'] as const)
    for (const one of changes.filter((change) => change.verdict === verdict))
      lines.push(
        `  ${verdict.padEnd(6)}  ${one.figure}, ${one.value}: ${formatShort(one.before)} → ${formatShort(one.after)} (× ${one.ratio.toFixed(2)}, noise ${Math.round(one.noise * 100)} %)`,
      );
  return lines.join('\n');
}
