import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { findRunProcesses } from './run-processes.ts';

/*
 * Cleans up a test run after its starter ended, however: `node end-run.ts FOLDER`, with a pipe from
 * the starter as stdin, and the run's TMPDIR.
 */

const folder = process.argv[2] as string;

/** Nothing is written into the pipe; it closes with the starter. */
async function waitForStarter(): Promise<void> {
  for await (const _ of process.stdin);
}

/** Unmounts disks below the folder, innermost first. */
function unmountDisks(): void {
  if (process.platform !== 'linux') return;
  const points = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .filter((point) => point.startsWith(`${folder}/`));
  for (const point of points.reverse()) spawnSync('umount', ['-l', point]);
}

await waitForStarter();
// Repeats for processes that a dying one has just started.
for (let pids = findRunProcesses(folder); pids.length > 0; pids = findRunProcesses(folder)) {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // it ended by itself
    }
  }
  await delay(50);
}
unmountDisks();
rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
