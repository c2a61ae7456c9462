import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findRunProcesses } from '../../scripts/test/run-processes.ts';
import { inheritedEnv } from '../support/processes.ts';

test('[ops] of a run of tests that is killed nothing stays: no database, no browser, no process, no folder', async () => {
  const runner = spawn(
    process.execPath,
    [join(import.meta.dirname, '../support/killable-run.ts')],
    { stdio: ['ignore', 'pipe', 'inherit'], env: inheritedEnv() },
  );
  let printed = '';
  runner.stdout.on('data', (chunk: Buffer) => void (printed += chunk));
  await expect.poll(() => printed, { timeout: 25_000 }).toContain('ready');
  const [folder] = printed.split('\n') as [string];
  expect(existsSync(folder)).toBe(true);
  // the worker, PostgreSQL with its own processes, Chromium's first process, the detached one
  expect(findRunProcesses(folder).length).toBeGreaterThan(6);

  runner.kill('SIGKILL');
  await expect
    .poll(() => [findRunProcesses(folder), existsSync(folder)], { timeout: 10_000 })
    .toEqual([[], false]);
});
