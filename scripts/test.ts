import { join } from 'node:path';
import { ensureCaddy } from '../tests/support/caddy.ts';
import { ensureHaproxy } from '../tests/support/haproxy.ts';
import { ensureNginx } from '../tests/support/nginx.ts';
import { ensurePgbackrest } from '../tests/support/pgbackrest.ts';
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

const USAGE = `Finds or installs what the tests drive, then runs Vitest with its own exit code.

  npm test [-- FILTER …] [-- --project unit | properties | component | api | guards | browser]
  npm test -- --changed [REVISION]
  npm test -- --quick
  npm test -- --stress FILE … [--times 20]

  FILTER     files whose path contains it, such as tests/api/search.test.ts
  --project  one kind of tests; every other option of "vitest run" is handed on
  --changed  guards, and the tests nearest to what differs from the last commit or from REVISION, as
             many as take a minute and a half; names those that are left to the complete run
  --quick    all that needs no database, no browser and no build
  --stress   runs files many times while a loop keeps each processor busy: what fails once is flaky
  --weigh    notes in tests/weights.json how long each file took, by which the longest come first

With CI=1, up to three failed files run once more, alone; if they pass, so does the run.
PROPERTY_RUNS and PROPERTY_SEED run properties with more and with other inputs, see tests/README.md.`;

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
      `Further from what changed, left to the complete run:\n  ${left.join('\n  ')}\n`,
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
  ['nginx', ensureNginx()],
  ['Caddy', ensureCaddy()],
  ['Varnish', ensureVarnish()],
  ['systemd', ensureSystemd()],
  ['haproxy', ensureHaproxy()],
  ['pgbackrest', ensurePgbackrest()],
  ['Prometheus', ensurePrometheus('prometheus') ? undefined : 'it can’t be installed'],
])
  if (problem) process.stderr.write(`${name} is not here (${problem}): its tests are skipped.\n`);

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
