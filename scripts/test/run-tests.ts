import { join } from 'node:path';
import type { FileReport } from '../../tests/support/run-report.ts';
import { runVitest, type VitestOptions, type VitestResult } from './run-vitest.ts';

/** More failed files than this indicate a defect: no retry. */
const MAX_RETRIED_FILES = 3;

export interface TestsResult extends VitestResult {
  /** Tests that failed, and passed when their file ran alone: "FILE › TEST". */
  flaky: string[];
}

/** The failed files; none if a retry can't make the run pass. */
function chooseRetries({ report }: VitestResult): FileReport[] {
  const failed = report?.files.filter(({ failures }) => failures.length > 0) ?? [];
  return report?.unhandledErrors === 0 && failed.length <= MAX_RETRIED_FILES ? failed : [];
}

/**
 * Runs Vitest. With `retry`, up to three failed files run again, each alone; the run passes if all
 * of them pass. More failed files, or an error outside of files, fail it at once.
 */
export async function runTests(
  options: VitestOptions,
  args: readonly string[],
  retry: boolean,
): Promise<TestsResult> {
  const first = await runVitest(options, args);
  const failed = retry ? chooseRetries(first) : [];
  if (first.report === undefined || failed.length === 0) return { ...first, flaky: [] };
  const flaky: string[] = [];
  const retried = new Map<string, FileReport>();
  let code = 0;
  for (const { file, failures } of failed) {
    process.stdout.write(`\nRetrying alone: ${file}\n`);
    const again = await runVitest(options, [join(options.root, file)]);
    const report = again.report?.files.find((one) => one.file === file);
    if (report) retried.set(file, report);
    if (again.code === 0 && report) flaky.push(...failures.map((test) => `${file} › ${test}`));
    else code = again.code || 1;
  }
  const files = first.report.files.map((one) => retried.get(one.file) ?? one);
  return { code, report: { files, unhandledErrors: 0 }, flaky };
}
