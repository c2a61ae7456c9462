import { join } from 'node:path';
import { ensureCaddy } from '../tests/support/caddy.ts';
import { ensureEnvsubst } from '../tests/support/fill-template.ts';
import { ensureHaproxy } from '../tests/support/haproxy.ts';
import { ensureNginx } from '../tests/support/nginx.ts';
import { ensurePgbackrest } from '../tests/support/pgbackrest.ts';
import { ensurePgbouncer } from '../tests/support/pgbouncer.ts';
import { ensurePrometheus } from '../tests/support/prometheus.ts';
import { ensureSystemd } from '../tests/support/systemd.ts';
import { ensureVarnish } from '../tests/support/varnish.ts';
import { printUsageIfAsked } from './cli/usage.ts';
import { ensureHeadlessChromium } from './install/chromium.ts';
import { chooseTests, findChangedFiles } from './test/changed-tests.ts';
import { printSummary, saveWeights } from './test/print-summary.ts';
import { runTests } from './test/run-tests.ts';
import { runStress } from './test/run-vitest.ts';
import { startTestRun } from './test/test-run.ts';

const USAGE = `Finds or installs the programs that the tests need, then runs Vitest and returns its exit code.

  npm test [-- FILTER …] [-- --project unit | properties | component | api | guards | browser]
  npm test -- --changed [REVISION]
  npm test -- --quick
  npm test -- --stress FILE … [--times 20]

  FILTER     test files whose path contains it, such as tests/api/search.test.ts
  --project  one kind of tests; other options are passed to "vitest run"
  --changed  runs guards, and the tests nearest to the changes since the last commit or REVISION, for about
             a minute and a half; lists the related tests that were not run
  --quick    runs all tests that need no database, no browser and no build
  --stress   runs files many times under full CPU load, to find flaky tests
  --weigh    stores the duration of each file in tests/weights.json, so that the longest run first

With CI=1, up to three failed files run again, each alone; if they pass, the run passes.
PROPERTY_RUNS and PROPERTY_SEED run properties with more or other inputs, see tests/README.md.`;

if (printUsageIfAsked(USAGE)) process.exit(0);

const root = join(import.meta.dirname, '..');
let shouldWeigh = false;
const QUICK_PROJECTS = ['unit*', 'component*', 'guards*'];

/** Translates our options to Vitest's. */
function toVitestArgs(given: readonly string[]): string[] {
  const args = [...given];
  const takes = (option: string): boolean => {
    const at = args.indexOf(option);
    if (at >= 0) args.splice(at, 1);
    return at >= 0;
  };
  if (takes('--weigh')) shouldWeigh = true;
  if (takes('--quick'))
    args.push(
      ...QUICK_PROJECTS.map((name) => `--project=${name}`),
      '--exclude=tests/guards/tools.test.ts',
    );
  const at = args.indexOf('--changed');
  if (!takes('--changed')) return args;
  const revision = args[at]?.startsWith('-') === false ? args.splice(at, 1)[0] : undefined;
  const { chosen, left } = chooseTests(root, findChangedFiles(root, revision ?? 'HEAD'));
  if (left.length > 0)
    process.stdout.write(
      `Related tests that were not run (the complete run includes them):\n  ${left.join('\n  ')}\n`,
    );
  return [...chosen, ...args];
}

const given = process.argv.slice(2);
const isStress = given[0] === '--stress';
const args = isStress ? given.slice(1) : toVitestArgs(given);

try {
  ensureHeadlessChromium();
} catch (error) {
  // API tests are useful without Chromium; the browser tests fail with the same message.
  process.stderr.write(`${(error as Error).message}\n`);
}
for (const [name, problem] of [
  ['envsubst', ensureEnvsubst()],
  ['nginx', ensureNginx()],
  ['Caddy', ensureCaddy()],
  ['Varnish', ensureVarnish()],
  ['systemd', ensureSystemd()],
  ['haproxy', ensureHaproxy()],
  ['PgBouncer', ensurePgbouncer()],
  ['pgbackrest', ensurePgbackrest()],
  ['Prometheus', ensurePrometheus('prometheus') ? undefined : 'it could not be installed'],
])
  if (problem)
    process.stderr.write(`${name} is not installed (${problem}): its tests are skipped.\n`);

// A terminal's Ctrl-C reaches Vitest too, which then stops its tests.
process.on('SIGINT', () => {});
const run = startTestRun();
const options = { root, config: 'tests/vitest.config.ts', folder: run.folder };
if (isStress) {
  const code = await runStress(options, args);
  await run.end();
  process.exit(code);
}
const result = await runTests(options, args, Boolean(process.env.CI));
await run.end();
if (shouldWeigh && result.report) saveWeights(root, result.report.files);
printSummary(result);
process.exit(result.code);
