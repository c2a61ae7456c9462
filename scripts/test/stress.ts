import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { createVitest } from 'vitest/node';
import { toRunReport } from '../../tests/support/run-report.ts';

/*
 * `npm test -- --stress FILE … --times N` runs files N times while a loop occupies each processor.
 * All rounds share one PostgreSQL and one build. Exit code 1 if a round failed.
 */

const { values, positionals } = parseArgs({
  options: { config: { type: 'string' }, times: { type: 'string', default: '20' } },
  allowPositionals: true,
});
const times = Number(values.times);
if (!Number.isInteger(times) || times < 1) throw new Error('--times needs a number of rounds');

const vitest = await createVitest({
  config: values.config as string,
  watch: false,
  run: true,
  reporters: ['default'],
});
await vitest.standalone();
const files = await vitest.globTestSpecifications(positionals);
if (files.length === 0) throw new Error(`no test file matches ${positionals.join(', ')}`);
for (let processor = 0; processor < availableParallelism(); processor++)
  new Worker('for (;;);', { eval: true });

const failures: string[] = [];
for (let round = 1; round <= times; round++) {
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(files);
  const report = toRunReport(testModules, unhandledErrors as Error[]);
  const failed = report.files.flatMap((one) => one.failures.map((test) => `${one.file} › ${test}`));
  for (let error = 0; error < report.unhandledErrors; error++) failed.push('an unhandled error');
  failures.push(...failed.map((failure) => `round ${round}: ${failure}`));
  process.stdout.write(`round ${round} of ${times}: ${failed.length} failed\n`);
}
await vitest.close();
process.stdout.write(`\n${failures.join('\n')}\n${times} rounds, ${failures.length} failed\n`);
process.exit(failures.length > 0 ? 1 : 0);
