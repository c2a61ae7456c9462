import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureNginx } from '../tests/support/nginx.ts';
import { printUsageIfAsked } from './cli/usage.ts';
import { ensureHeadlessChromium } from './install/chromium.ts';
import { startTestRun } from './test/test-run.ts';

const USAGE = `Finds or installs what the tests drive, then runs Vitest with its own exit code.

  npm test [-- FILTER …] [-- --project unit | properties | component | api | guards | browser]

  FILTER     files whose path contains it, such as tests/api/search.test.ts
  --project  one kind of tests; every other option of "vitest run" is handed on

PROPERTY_RUNS and PROPERTY_SEED run properties with more and with other inputs, see src/README.md.`;

if (printUsageIfAsked(USAGE)) process.exit(0);

const root = join(import.meta.dirname, '..');
const args = process.argv.slice(2);

try {
  ensureHeadlessChromium();
} catch (error) {
  // The tests that need none still tell something; the browser tests fail with the same message.
  process.stderr.write(`${(error as Error).message}\n`);
}
const nginxProblem = ensureNginx();
if (nginxProblem)
  process.stderr.write(`nginx is not here (${nginxProblem}): its tests are skipped.\n`);

const run = startTestRun();
const vitest = spawn(
  process.execPath,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--config',
    'tests/vitest.config.ts',
    ...args,
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      // Hundreds of processes load the same modules: each is compiled once.
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node-compile'),
      ...process.env,
      TMPDIR: run.folder,
    },
  },
);
// A terminal's Ctrl-C reaches Vitest too, which then ends what it runs.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => vitest.kill('SIGTERM'));
const code = await new Promise<number>((resolve) =>
  vitest.once('exit', (status) => resolve(status ?? 1)),
);
await run.end();
process.exit(code);
