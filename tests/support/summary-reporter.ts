import type { Reporter, TestModule } from 'vitest/node';

/** Ends the run with one plain line that scripts can read: `12 passed, 1 failed, 2 skipped`. */
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
    // After the other reporters' last words.
    process.once('exit', (code) => {
      // the run itself may have failed: its set-up, a file that isn't there
      const failed = count.failed || (code === 0 ? 0 : 1);
      process.stdout.write(
        `\n${count.passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`,
      );
    });
  }
}
