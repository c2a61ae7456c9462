import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isProcessAlive } from '#platform/is-process-alive.ts';

/* Which processes of PostgreSQL belong to a data folder. */

/** Milliseconds between two looks at a process that is ending. */
const EXIT_POLL_MS = 20;
/**
 * Milliseconds that a fast shutdown may take, with its checkpoint, before PostgreSQL is ended as by
 * a crash.
 */
const MAX_FAST_SHUTDOWN_MS = 30_000;
/** Milliseconds that an immediate shutdown may take before the process is killed. */
const MAX_IMMEDIATE_SHUTDOWN_MS = 5_000;

export interface Postmaster {
  pid: number;
  port: number;
}

/** The command line of a process; undefined where it can't be told. */
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

/**
 * Whether a process may be the postmaster of a folder. Numbers are given anew: after a reboot the
 * same one is another program.
 */
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

/** The process that a lock file names, while it runs on the folder. */
function toPostmaster(lines: readonly string[], folder: string): Postmaster | undefined {
  const pid = Number(lines[0]);
  return pid > 0 && isPostmasterOf(pid, folder) ? { pid, port: Number(lines[3]) } : undefined;
}

/** The process that runs on the folder, when one does; nothing is changed. */
export function readPostmaster(folder: string): Postmaster | undefined {
  const lines = readLockFile(folder);
  return lines && toPostmaster(lines, folder);
}

/**
 * The process that holds the folder already, when one does: a killed start leaves it running. A
 * lock file whose process is gone, or is another program by now, is removed: PostgreSQL itself
 * would refuse to start in the second case.
 */
export function findPostmaster(folder: string): Postmaster | undefined {
  const lines = readLockFile(folder);
  if (!lines) return undefined;
  const running = toPostmaster(lines, folder);
  if (!running) rmSync(getLockFile(folder), { force: true });
  return running;
}

/**
 * The numbers of all processes of PostgreSQL that work in a folder, the caller's own left out. Only
 * Linux tells; elsewhere none is found.
 */
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
        return false; // it has ended, or isn't ours to see
      }
    });
}

/**
 * Ends what a killed postmaster left: backends in the middle of a query, which hold its shared
 * memory.
 */
export function killLeftoverBackends(folder: string): void {
  for (const pid of findProcessesIn(folder)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // it has ended
    }
  }
}

/**
 * Ends what still writes into an unfinished data folder after the start that made it was killed:
 * initdb and the servers that it runs. Resolves when none is left.
 */
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

/**
 * Stops PostgreSQL: sessions end and a checkpoint is written; what doesn't end in time is ended as
 * by a crash.
 */
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
