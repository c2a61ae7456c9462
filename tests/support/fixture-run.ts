import { printSummary } from '../../scripts/test/print-summary.ts';
import { runTests } from '../../scripts/test/run-tests.ts';

/* `node fixture-run.ts ROOT` runs the tests of another folder, with its vitest.config.ts. */

const root = process.argv[2] as string;
const result = await runTests(
  { root, config: 'vitest.config.ts', folder: root },
  [],
  Boolean(process.env.CI),
);
printSummary(result);
process.exit(result.code);
