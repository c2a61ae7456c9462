import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inheritedEnv, isRunning, withDescendants } from '../support/processes.ts';

test('[ops] of a run of tests that is killed nothing stays: no database, no browser, no nginx, no process, no disk, no folder', async () => {
  const runner = spawn(
    process.execPath,
    [join(import.meta.dirname, '../support/killable-run.ts')],
    { stdio: ['ignore', 'pipe', 'inherit'], env: inheritedEnv() },
  );
  let printed = '';
  runner.stdout.on('data', (chunk: Buffer) => void (printed += chunk));
  await expect.poll(() => printed, { timeout: 25_000 }).toContain('ready');
  const [folder] = printed.split('\n') as [string];
  const family = withDescendants([runner.pid as number]);
  // Two of the run, its guardian, six of PostgreSQL, four of Chromium, two of nginx, one detached.
  expect(family.length).toBeGreaterThanOrEqual(14);
  expect(existsSync(folder)).toBe(true);

  runner.kill('SIGKILL');
  await expect
    .poll(() => [family.filter(isRunning), existsSync(folder)], { timeout: 10_000 })
    .toEqual([[], false]);
});
