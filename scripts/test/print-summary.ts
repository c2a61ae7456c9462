import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readWeights, WEIGHTS_FILE } from '../../tests/support/longest-first.ts';
import type { FileReport } from '../../tests/support/run-report.ts';
import type { TestsResult } from './run-tests.ts';

const SLOWEST = 10;

/** Writes the seconds of each file to `tests/weights.json`, without files that don't exist. */
export function saveWeights(root: string, files: readonly FileReport[]): void {
  const weights = {
    ...readWeights(),
    ...Object.fromEntries(files.map(({ file, seconds }) => [file, Number(seconds.toFixed(1))])),
  };
  const sorted = Object.entries(weights)
    .filter(([file]) => existsSync(join(root, file)))
    .sort(([a], [b]) => a.localeCompare(b));
  writeFileSync(WEIGHTS_FILE, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}

/** Prints slow, flaky and failed tests, and for scripts: `12 passed, 1 failed, 2 skipped`. */
export function printSummary({ code, report, flaky }: TestsResult): void {
  const files = report?.files ?? [];
  const sum = (count: (file: FileReport) => number) =>
    files.reduce((total, file) => total + count(file), 0);
  const failures = sum((file) => file.failures.length) + (report?.unhandledErrors ?? 0);
  // The run itself may have failed: its set-up, a file that doesn't exist.
  const failed = failures || (code === 0 ? 0 : 1);
  const skipped = sum((file) => file.skipped);
  const slowest = [...files]
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, SLOWEST)
    .map(({ file, seconds }) => `  ${seconds.toFixed(1).padStart(6)} s  ${file}`);
  const lines = [
    '',
    'Slowest files:',
    ...slowest,
    ...flaky.map((test) => `flaky: ${test}`),
    ...files.flatMap(({ file, failures }) => failures.map((test) => `failed: ${file} › ${test}`)),
    `${sum((file) => file.passed)} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}
