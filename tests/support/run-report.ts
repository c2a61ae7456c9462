import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

/** Outcome of one test file. */
export interface FileReport {
  file: string;
  /** From the start of loading until the last hook has ended. */
  seconds: number;
  passed: number;
  skipped: number;
  /** Titles of failed tests; for errors outside of tests, the name of the suite or "the file". */
  failures: string[];
}

export interface RunReport {
  files: FileReport[];
  /** Errors outside of tests that Vitest assigns to no file. */
  unhandledErrors: number;
}

/** An uncaught error; Vitest adds the file that was running. */
interface UnhandledError {
  message: string;
  VITEST_TEST_PATH?: string;
}

function reportFile(module: TestModule): FileReport {
  const { collectDuration, setupDuration, duration } = module.diagnostic();
  const report: FileReport = {
    file: relative(module.project.config.root, module.moduleId),
    seconds: (collectDuration + setupDuration + duration) / 1_000,
    passed: 0,
    skipped: 0,
    failures: [],
  };
  for (const test of module.children.allTests()) {
    const { state } = test.result();
    if (state === 'passed') report.passed++;
    else if (state === 'failed') report.failures.push(test.fullName);
    else report.skipped++;
  }
  if (module.errors().length > 0) report.failures.push('the file');
  for (const suite of module.children.allSuites())
    if (suite.errors().length > 0) report.failures.push(suite.fullName);
  return report;
}

export function toRunReport(
  modules: readonly TestModule[],
  unhandled: readonly UnhandledError[],
): RunReport {
  const report: RunReport = { files: modules.map(reportFile), unhandledErrors: 0 };
  const byPath = new Map(modules.map(({ moduleId }, at) => [moduleId, report.files[at]]));
  for (const { VITEST_TEST_PATH, message } of unhandled) {
    const file = byPath.get(VITEST_TEST_PATH ?? '');
    if (file) file.failures.push(`unhandled: ${message}`);
    else report.unhandledErrors++;
  }
  return report;
}

/** Writes a run's outcome to the file in `TEST_REPORT`, for `scripts/test.ts`. */
export default class RunReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly UnhandledError[]): void {
    const path = process.env.TEST_REPORT;
    if (path !== undefined) writeFileSync(path, JSON.stringify(toRunReport(modules, unhandled)));
  }
}
