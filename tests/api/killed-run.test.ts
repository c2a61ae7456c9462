import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allProcesses, inheritedEnv, isRunning } from '../support/processes.ts';

/** A process and all that it has started, and these in turn. */
function familyOf(pid: number): number[] {
  const processes = allProcesses();
  const family = [pid];
  // what is added is looked at too
  for (const parent of family)
    family.push(...processes.filter((one) => one.parent === parent).map((one) => one.pid));
  return family;
}

test('[ops] of a run of tests that is killed nothing stays: no database, no browser, no nginx, no process, no folder', async () => {
  const runner = spawn(
    process.execPath,
    [join(import.meta.dirname, '../support/killable-run.ts')],
    { stdio: ['ignore', 'pipe', 'inherit'], env: inheritedEnv() },
  );
  let printed = '';
  runner.stdout.on('data', (chunk: Buffer) => void (printed += chunk));
  await expect.poll(() => printed, { timeout: 25_000 }).toContain('ready');
  const [folder] = printed.split('\n') as [string];
  const family = familyOf(runner.pid as number);
  // Two of the run, its guardian, six of PostgreSQL, four of Chromium, two of nginx, the detached.
  expect(family.length).toBeGreaterThanOrEqual(14);
  expect(existsSync(folder)).toBe(true);

  runner.kill('SIGKILL');
  await expect
    .poll(() => [family.filter(isRunning), existsSync(folder)], { timeout: 10_000 })
    .toEqual([[], false]);
});
