import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/*
 * Ends a run of tests once the process that started this one is gone, however it went:
 * `node end-run.ts FOLDER`, with a pipe from that process as standard input. A process belongs to
 * the run when FOLDER is its TMPDIR, which children take over from their parents, also those that
 * leave the process group (PostgreSQL, Chromium, servers).
 */

const folder = process.argv[2] as string;

function findProcesses(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'latin1')
          .split('\0')
          .includes(`TMPDIR=${folder}`);
      } catch {
        return false; // it ended meanwhile
      }
    })
    .map(Number);
}

async function waitForStarter(): Promise<void> {
  for await (const _ of process.stdin); // nothing is ever written
}

await waitForStarter();
if (process.platform === 'linux')
  // Again, for those that a dying process has just started.
  for (let pids = findProcesses(); pids.length > 0; pids = findProcesses()) {
    for (const pid of pids) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // it ended by itself
      }
    }
    await delay(50);
  }
rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
