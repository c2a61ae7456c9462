import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { readWeights, WEIGHTS_FILE } from './longest-first.ts';

/** Seconds from when a file begins to load until its last hook has ended. */
function secondsOf(module: TestModule): number {
  const { collectDuration, setupDuration, duration } = module.diagnostic();
  return (collectDuration + setupDuration + duration) / 1_000;
}

/**
 * Ends the run with the ten slowest files and one plain line that scripts can read: `12 passed,
 * 1 failed, 2 skipped`. With WEIGH=1 it notes how long each file took, see LongestFirst.
 */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const count = { passed: 0, failed: unhandled.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) count[test.result().state]++;
      // Errors outside of tests: a file that can't be loaded, a hook that failed.
      if (module.errors().length > 0) count.failed++;
      for (const suite of module.children.allSuites())
        if (suite.errors().length > 0) count.failed++;
    }
    const skipped = count.skipped + count.pending;
    const times = modules
      .map((module): [string, number] => [
        relative(module.project.config.root, module.moduleId),
        secondsOf(module),
      ])
      .sort(([, a], [, b]) => b - a);
    if (process.env.WEIGH) {
      const weights = {
        ...readWeights(),
        ...Object.fromEntries(times.map(([file, seconds]) => [file, Number(seconds.toFixed(1))])),
      };
      const sorted = Object.entries(weights).sort(([a], [b]) => a.localeCompare(b));
      writeFileSync(WEIGHTS_FILE, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
    }
    // After the other reporters' last words.
    process.once('exit', (code) => {
      // the run itself may have failed: its set-up, a file that isn't there
      const failed = count.failed || (code === 0 ? 0 : 1);
      const slowest = times
        .slice(0, 10)
        .map(([file, seconds]) => `  ${seconds.toFixed(1).padStart(6)} s  ${file}\n`);
      process.stdout.write(
        `\nSlowest files:\n${slowest.join('')}\n${count.passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`,
      );
    });
  }
}
