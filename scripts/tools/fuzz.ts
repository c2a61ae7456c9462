import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { printUsageIfAsked } from '../cli/usage.ts';

const USAGE = `Sends all requests generated from the API's description; npm test sends a sample.

  npm run fuzz

FUZZ_SEED=7 generates others.`;

if (printUsageIfAsked(USAGE)) process.exit(0);

const root = join(import.meta.dirname, '../..');
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const result = spawnSync(
  process.execPath,
  [
    vitest,
    'run',
    '--config',
    'tests/vitest.config.ts',
    '--project',
    'api',
    'tests/api/generated-requests.test.ts',
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, FUZZ: 'all' } },
);
process.exit(result.status ?? 1);
