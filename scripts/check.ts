import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { printUsageIfAsked } from './cli/usage.ts';

const root = join(import.meta.dirname, '..');
const programPath = (name: string) => join(root, 'node_modules', name);

/**
 * Runs a Node program; returns its success. Prints its output at the end: others run in parallel.
 */
async function runTool(file: string, ...args: string[]): Promise<boolean> {
  const child = spawn(process.execPath, [programPath(file), ...args], {
    cwd: root,
    stdio: ['inherit', 'pipe', 'pipe'],
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
  });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => void said.push(chunk));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  process.stderr.write(Buffer.concat(said));
  return code === 0;
}

const allContent = async (runs: Promise<boolean>[]): Promise<boolean> =>
  (await Promise.all(runs)).every(Boolean);

const runBiome = (write: boolean): Promise<boolean> =>
  runTool(
    '@biomejs/biome/bin/biome',
    'check',
    '--error-on-warnings',
    ...(write ? ['--write'] : []),
    '.',
  );

/** Formats markup of .astro files: Biome doesn't support compressHTML: 'jsx' yet. */
const runPrettier = (write: boolean): Promise<boolean> =>
  runTool(
    'prettier/bin/prettier.cjs',
    write ? '--write' : '--check',
    '--log-level=warn',
    'src/**/*.astro',
  );

/** The native compiler is much faster; only Astro's check knows .astro files. */
const checkTypes = (): Promise<boolean> =>
  allContent([
    // each further checker would compute the large types again
    runTool('typescript-native/bin/tsc', '--noEmit', '--pretty', 'false', '--checkers', '1'),
    runTool(
      'astro/bin/astro.mjs',
      'check',
      '--minimumSeverity',
      'warning',
      '--tsconfig',
      'scripts/check/astro.tsconfig.json',
    ),
  ]);

const STEPS: Record<string, (write: boolean) => Promise<boolean>> = {
  'format-lint': async (write) =>
    write
      ? [await runBiome(write), await runPrettier(write)].every(Boolean)
      : allContent([runBiome(write), runPrettier(write)]),
  'unused-code': () => runTool('knip/bin/knip.js', '--no-progress', '--config', '.knip.json'),
  types: checkTypes,
  guards: () =>
    runTool(
      'vitest/vitest.mjs',
      'run',
      '--config',
      'tests/vitest.config.ts',
      '--project',
      'guards',
      '--exclude',
      'tests/guards/tools.test.ts',
    ),
};

const USAGE = `Checks format, lint, types, unused code, and guards.

  npm run check [-- --write] [-- --only ${Object.keys(STEPS).join(' | ')}]

  --write  fixes what can be fixed automatically
  --only   runs one of the tools, as npm test does`;

if (printUsageIfAsked(USAGE)) process.exit(0);
const { values } = parseArgs({
  options: { write: { type: 'boolean', default: false }, only: { type: 'string' } },
});
const chosen = Object.entries(STEPS).filter(
  ([name]) => values.only === undefined || name === values.only,
);
if (chosen.length === 0) {
  process.stderr.write(`${USAGE}\n`);
  process.exit(2);
}
const failed: string[] = [];
for (const [name, step] of chosen) if (!(await step(values.write))) failed.push(name);
if (failed.length > 0) process.stderr.write(`\nFailed: ${failed.join(', ')}\n`);
process.exit(failed.length > 0 ? 1 : 0);
