import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  allProcesses,
  eventually,
  inheritedEnv,
  isRunning,
} from '../../../../tests/support/processes.ts';
import { listPids } from './network.ts';

/* A machine: a network namespace with the programs of scripts/deploy/many. */

export interface Service {
  name: string;
  command: readonly [program: string, ...args: string[]];
  /** root by default */
  user?: string;
  env?: Record<string, string>;
  cwd?: string;
}

export interface Machine {
  name: string;
  address: string;
  space: string;
  folder: string;
  /** The services in the order of their start. */
  services: Map<string, Service>;
  start(service: string): void;
  startAll(): void;
  /** Signals a service; resolves when it has ended. */
  stop(service: string, signal?: NodeJS.Signals): Promise<void>;
  /** SIGKILL to everything, as when its power is cut. */
  killAll(): Promise<void>;
  /** Signals all its processes whose command matches. */
  signal(command: RegExp, signal: NodeJS.Signals): void;
  /** Runs a program to its end; returns its output. Throws if it fails. */
  run(command: readonly [program: string, ...args: string[]], user?: string): string;
}

const asUser = (user: string | undefined): string[] =>
  user ? ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups'] : [];

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // it has ended, as a database session may
  }
}

export function createMachine(
  name: string,
  { address, space, folder }: { address: string; space: string; folder: string },
): Machine {
  mkdirSync(join(folder, 'log'), { recursive: true });
  const runFolder = join(folder, 'run');
  mkdirSync(runFolder, { recursive: true });
  const services = new Map<string, Service>();
  const running = new Map<string, ChildProcess>();
  const inside = (user: string | undefined) => ['netns', 'exec', space, ...asUser(user)];
  const start = (service: string) => {
    // by default a folder that every user can read
    const { command, user, env, cwd = '/' } = services.get(service) as Service;
    const log = openSync(join(folder, 'log', `${service}.log`), 'a');
    running.set(
      service,
      spawn('ip', [...inside(user), ...command], {
        stdio: ['ignore', log, log],
        env: { ...inheritedEnv(), ...env },
        cwd,
      }),
    );
  };
  return {
    name,
    address,
    space,
    folder,
    services,
    start,
    startAll: () => {
      for (const service of services.keys()) start(service);
    },
    async stop(service, signal = 'SIGTERM') {
      const child = running.get(service);
      running.delete(service);
      if (!child?.pid || child.exitCode !== null) return;
      child.kill(signal);
      await eventually(() => child.exitCode !== null || child.signalCode !== null);
    },
    async killAll() {
      running.clear();
      await eventually(() => {
        const pids = listPids(space).filter(isRunning);
        for (const pid of pids) send(pid, 'SIGKILL');
        return pids.length === 0;
      });
      // as /run at a boot: an old pid may be another process's now
      rmSync(runFolder, { recursive: true, force: true });
      mkdirSync(runFolder, { recursive: true });
    },
    signal(command, signal) {
      const own = new Set(listPids(space));
      const targets = allProcesses().filter((one) => own.has(one.pid) && command.test(one.command));
      for (const { pid } of targets) send(pid, signal);
    },
    run(command, user) {
      const { status, stdout, stderr } = spawnSync('ip', [...inside(user), ...command], {
        cwd: '/',
        encoding: 'utf8',
        env: inheritedEnv(),
      });
      if (status !== 0) throw new Error(`${command.join(' ')}: ${stderr.trim()}`);
      return stdout;
    },
  };
}

/** The variables of a file of NAME=value lines. */
export const readEnvFile = (file: string): Record<string, string> =>
  Object.fromEntries(
    Array.from(readFileSync(file, 'utf8').matchAll(/^(\w+)=(.*)$/gm), ([, name, value]) => [
      name,
      value,
    ]),
  );
