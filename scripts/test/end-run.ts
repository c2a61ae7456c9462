import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { findRunProcesses } from './run-processes.ts';

/*
 * Ends a run of tests once the process that started this one is gone, however it went:
 * `node end-run.ts FOLDER`, with a pipe from that process as standard input and the TMPDIR of the
 * run's processes.
 */

const folder = process.argv[2] as string;

/** Nothing is ever written into the pipe; it ends with the process at its other end. */
async function waitForStarter(): Promise<void> {
  for await (const _ of process.stdin);
}

/** Takes away the disks that are mounted in the folder, the innermost first. */
function unmountDisks(): void {
  if (process.platform !== 'linux') return;
  const points = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .filter((point) => point.startsWith(`${folder}/`));
  for (const point of points.reverse()) spawnSync('umount', ['-l', point]);
}

await waitForStarter();
// Again, for those that a dying process has just started.
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
