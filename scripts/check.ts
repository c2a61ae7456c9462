import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { printUsageIfAsked } from './cli/usage.ts';

const root = join(import.meta.dirname, '..');
const programPath = (name: string) => join(root, 'node_modules', name);

/** Runs a program of Node's and tells whether it was content. */
function runTool(file: string, ...args: string[]): boolean {
  return (
    spawnSync(process.execPath, [programPath(file), ...args], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
    }).status === 0
  );
}

const runBiome = (write: boolean): boolean =>
  runTool(
    '@biomejs/biome/bin/biome',
    'check',
    '--error-on-warnings',
    ...(write ? ['--write'] : []),
    '.',
  );

/**
 * Formats the markup of .astro files; Biome, which formats their frontmatter, doesn't know yet that
 * line breaks between elements are no white space there (compressHTML in astro.config.mjs).
 */
const runPrettier = (write: boolean): boolean =>
  runTool(
    'prettier/bin/prettier.cjs',
    write ? '--write' : '--check',
    '--log-level=warn',
    'src/**/*.astro',
  );

const STEPS: Record<string, (write: boolean) => boolean> = {
  'format-lint': (write) => [runBiome(write), runPrettier(write)].every(Boolean),
  'unused-code': () => runTool('knip/bin/knip.js', '--no-progress', '--config', '.knip.json'),
  types: () => runTool('astro/bin/astro.mjs', 'check', '--minimumSeverity', 'warning'),
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

const USAGE = `Checks format, lint, types, code that nothing uses, and guards.

  npm run check [-- --write] [-- --only ${Object.keys(STEPS).join(' | ')}]

  --write  mends what can be mended by itself
  --only   one of the tools, which is how npm test runs them`;

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
const failed = chosen.filter(([, step]) => !step(values.write)).map(([name]) => name);
if (failed.length > 0) process.stderr.write(`\nNot content: ${failed.join(', ')}\n`);
process.exit(failed.length > 0 ? 1 : 0);
