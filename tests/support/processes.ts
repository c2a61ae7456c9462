import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

export interface Process {
  pid: number;
  parent: number;
  command: string;
}

/** The environment for a process under test: programs and folders, no settings. */
export function inheritedEnv(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env;
  return { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE };
}

export function allProcesses(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
        return state === 'Z' ? [] : [{ pid: Number(name), parent: Number(parent), command }];
      } catch {
        return []; // it has ended
      }
    });
}

/** These processes and all their descendants. */
export function withDescendants(
  pids: readonly number[],
  processes: readonly Process[] = allProcesses(),
): number[] {
  const family = new Set(pids);
  // the loop also visits the added ones
  for (const pid of family)
    for (const one of processes) if (one.parent === pid) family.add(one.pid);
  return [...family];
}

export const findChild = (parent: number, command: RegExp): number | undefined =>
  allProcesses().find((one) => one.parent === parent && command.test(one.command))?.pid;

export const isRunning = (pid: number): boolean => allProcesses().some((one) => one.pid === pid);

/** Polls until there is a value; the test's time limit ends it. */
export async function eventually<T>(
  ask: () => T | undefined | false | Promise<T | undefined | false>,
): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    await delay(50);
  }
}

export const waitUntilEnded = (pid: number): Promise<true> => eventually(() => !isRunning(pid));

export function listOpenFiles(pid: number): string[] {
  return readdirSync(`/proc/${pid}/fd`).flatMap((descriptor) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${descriptor}`)];
    } catch {
      return []; // it was closed
    }
  });
}

/** Linux connection states that are open on this side: ESTABLISHED and CLOSE_WAIT. */
const OPEN_STATES = ['01', '08'];

/** Number of open connections of the server on a port of this machine. */
export function countOpenConnections(port: number): number {
  const hexPort = port.toString(16).toUpperCase().padStart(4, '0');
  return ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/net/${table}`, 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter(
        ([, local, , state]) => local?.endsWith(`:${hexPort}`) && OPEN_STATES.includes(state ?? ''),
      ),
  ).length;
}
