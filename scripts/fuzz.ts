import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/* `npm run fuzz`: every request that is made from the API's description; `npm test` sends some of them. */

const root = join(import.meta.dirname, '..');
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const run = spawnSync(process.execPath, [vitest, 'run', '--config', 'tests/vitest.config.ts', '--project', 'api', 'tests/api/generated-requests.test.ts'], { cwd: root, stdio: 'inherit', env: { ...process.env, FUZZ: 'all' } });
process.exit(run.status ?? 1);
