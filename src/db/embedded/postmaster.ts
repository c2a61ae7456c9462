import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isProcessAlive } from '#platform/is-process-alive.ts';

/** Milliseconds between checks whether a process has ended. */
const EXIT_POLL_MS = 20;
/** Milliseconds for a fast shutdown with its checkpoint; then the shutdown is immediate. */
const MAX_FAST_SHUTDOWN_MS = 30_000;
/** Milliseconds for an immediate shutdown; then the process is killed. */
const MAX_IMMEDIATE_SHUTDOWN_MS = 5_000;

export interface Postmaster {
  pid: number;
  port: number;
}

/** The command line of a process; undefined if it can't be read. */
function readCommandLine(pid: number): string[] | undefined {
  try {
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean);
    if (process.platform === 'win32') return undefined;
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
      .trim()
      .split(' ');
  } catch {
    return undefined;
  }
}

const isSameFolder = (one: string, other: string): boolean => {
  try {
    return realpathSync(one) === realpathSync(other);
  } catch {
    return false;
  }
};

/** Whether a process may be the folder's postmaster: after a reboot, another has its id. */
export function isPostmasterOf(pid: number, folder: string): boolean {
  if (!isProcessAlive(pid)) return false;
  const command = readCommandLine(pid);
  if (command === undefined) return true;
  if (!command.some((part) => /^postgres(\.exe)?$/.test(basename(part)))) return false;
  const dataFolder = command[command.indexOf('-D') + 1];
  return !command.includes('-D') || (dataFolder !== undefined && isSameFolder(dataFolder, folder));
}

const getLockFile = (folder: string): string => join(folder, 'postmaster.pid');

function readLockFile(folder: string): string[] | undefined {
  try {
    return readFileSync(getLockFile(folder), 'utf8').split('\n');
  } catch {
    return undefined;
  }
}

/** The process that a lock file names, if it runs on the folder. */
function toPostmaster(lines: readonly string[], folder: string): Postmaster | undefined {
  const pid = Number(lines[0]);
  return pid > 0 && isPostmasterOf(pid, folder) ? { pid, port: Number(lines[3]) } : undefined;
}

/** The process that runs on the folder, if any. Read-only. */
export function readPostmaster(folder: string): Postmaster | undefined {
  const lines = readLockFile(folder);
  return lines && toPostmaster(lines, folder);
}

/**
 * The process that already runs on the folder, if any. Removes a stale lock file: PostgreSQL
 * refuses to start if another program has its process id.
 */
export function findPostmaster(folder: string): Postmaster | undefined {
  const lines = readLockFile(folder);
  if (!lines) return undefined;
  const running = toPostmaster(lines, folder);
  if (!running) rmSync(getLockFile(folder), { force: true });
  return running;
}

/** Process ids of all other PostgreSQL processes in a folder; empty on systems other than Linux. */
function findProcessesIn(folder: string): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      if (!Number.isInteger(pid) || pid === process.pid || !isProcessAlive(pid)) return false;
      const command = readCommandLine(pid) ?? [];
      if (command.includes(`--pgdata=${folder}`)) return true;
      try {
        return (
          /^postgres/.test(basename(command[0] ?? '')) &&
          isSameFolder(readlinkSync(`/proc/${pid}/cwd`), folder)
        );
      } catch {
        return false; // it has ended, or belongs to another user
      }
    });
}

/** Kills the backends of a killed postmaster: they hold its shared memory. */
export function killLeftoverBackends(folder: string): void {
  for (const pid of findProcessesIn(folder)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // it has ended
    }
  }
}

/** Stops initdb and its servers if their start was killed. Resolves when none is left. */
export async function stopUnfinishedInitdb(folder: string): Promise<void> {
  const deadlineMs = performance.now() + MAX_IMMEDIATE_SHUTDOWN_MS;
  while (findProcessesIn(folder).length > 0 && performance.now() < deadlineMs) {
    killLeftoverBackends(folder);
    await delay(EXIT_POLL_MS);
  }
}

async function waitForExit(pid: number, timeoutMs: number): Promise<boolean> {
  for (
    const deadlineMs = performance.now() + timeoutMs;
    performance.now() < deadlineMs;
    await delay(EXIT_POLL_MS)
  )
    if (!isProcessAlive(pid)) return true;
  return !isProcessAlive(pid);
}

/** Stops PostgreSQL with a checkpoint; on a timeout, without one, as in a crash. */
export async function stopPostmaster(
  pid: number,
  folder: string,
  signals: readonly NodeJS.Signals[] = ['SIGINT', 'SIGQUIT', 'SIGKILL'],
): Promise<void> {
  for (const signal of signals) {
    if (!isPostmasterOf(pid, folder)) return;
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    if (
      await waitForExit(pid, signal === 'SIGINT' ? MAX_FAST_SHUTDOWN_MS : MAX_IMMEDIATE_SHUTDOWN_MS)
    )
      return;
  }
}
