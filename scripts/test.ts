import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureNginx } from '../tests/support/nginx.ts';
import { ensureChromium } from './chromium.ts';

/* `npm test [-- FILTER …]`: finds or installs what the tests drive, then runs Vitest with its own exit code. */

const root = join(import.meta.dirname, '..');
const args = process.argv.slice(2);

try {
  ensureChromium();
} catch (error) {
  // The tests that need none still tell something; the browser tests fail with the same message.
  process.stderr.write(`${(error as Error).message}\n`);
}
const missing = ensureNginx();
if (missing) process.stderr.write(`nginx is not here (${missing}): its tests are skipped.\n`);

const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const run = spawnSync(process.execPath, [vitest, 'run', '--config', 'tests/vitest.config.ts', ...args], { cwd: root, stdio: 'inherit' });
process.exit(run.status ?? 1);
