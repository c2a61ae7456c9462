import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { RunReport } from '../../tests/support/run-report.ts';

export interface VitestResult {
  /** Exit code; 1 after a signal. */
  code: number;
  /** Undefined if Vitest ended before it ran the tests. */
  report: RunReport | undefined;
}

export interface VitestOptions {
  root: string;
  /** Path of the configuration from the root. */
  config: string;
  /** TMPDIR of the run. */
  folder: string;
}

function readReport(path: string): RunReport | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as RunReport;
  } catch {
    return undefined;
  }
}

/** Runs a script with the run's environment. A SIGTERM to this process ends it. */
function runInFolder(
  { root, folder }: VitestOptions,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<number> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: {
      // Hundreds of processes share one compile cache.
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node-compile'),
      ...process.env,
      TMPDIR: folder,
      ...env,
    },
  });
  const stop = () => child.kill('SIGTERM');
  process.on('SIGTERM', stop);
  return new Promise((resolve) =>
    child.once('exit', (status) => {
      process.off('SIGTERM', stop);
      resolve(status ?? 1);
    }),
  );
}

export async function runVitest(
  options: VitestOptions,
  args: readonly string[],
): Promise<VitestResult> {
  const path = join(options.folder, 'report.json');
  rmSync(path, { force: true });
  const vitest = join(options.root, 'node_modules/vitest/vitest.mjs');
  const code = await runInFolder(options, [vitest, 'run', '--config', options.config, ...args], {
    TEST_REPORT: path,
  });
  return { code, report: readReport(path) };
}

export const runStress = (options: VitestOptions, args: readonly string[]): Promise<number> =>
  runInFolder(options, [
    join(import.meta.dirname, 'stress.ts'),
    '--config',
    options.config,
    ...args,
  ]);
