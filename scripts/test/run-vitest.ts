import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { RunReport } from '../../tests/support/run-report.ts';

export interface VitestResult {
  /** Exit code; 1 after a signal. */
  code: number;
  /** Undefined if Vitest ended before it had run the tests. */
  report: RunReport | undefined;
}

export interface VitestOptions {
  /** The project's root. */
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

/** Runs Vitest once with these arguments. A SIGTERM to this process ends it. */
export async function runVitest(
  { root, config, folder }: VitestOptions,
  args: readonly string[],
): Promise<VitestResult> {
  const path = join(folder, 'report.json');
  rmSync(path, { force: true });
  const vitest = spawn(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--config', config, ...args],
    {
      cwd: root,
      stdio: 'inherit',
      env: {
        // Hundreds of processes load the same modules: each is compiled once.
        NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node-compile'),
        ...process.env,
        TEST_REPORT: path,
        TMPDIR: folder,
      },
    },
  );
  const stop = () => vitest.kill('SIGTERM');
  process.on('SIGTERM', stop);
  const code = await new Promise<number>((resolve) =>
    vitest.once('exit', (status) => resolve(status ?? 1)),
  );
  process.off('SIGTERM', stop);
  return { code, report: readReport(path) };
}
