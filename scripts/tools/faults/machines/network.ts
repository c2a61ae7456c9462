import { spawnSync } from 'node:child_process';
import { networkInterfaces } from 'node:os';
import { isRunning } from '../../../../tests/support/processes.ts';

/* Network namespaces as machines, on a bridge of this host. Needs root on Linux. */

function ip(...args: string[]): void {
  const { status, stderr } = spawnSync('ip', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`ip ${args.join(' ')}: ${stderr.trim()}`);
}
const succeeds = (...args: string[]): boolean => spawnSync('ip', args).status === 0;

const SPACE_PREFIX = 'forum-';

/** Why network namespaces can't be created here; undefined if they can. */
export function findNetworkProblem(): string | undefined {
  if (process.platform !== 'linux') return 'network namespaces need Linux';
  if (process.getuid?.() !== 0) return 'network namespaces need root';
  const name = `${SPACE_PREFIX}${process.pid}-probe`;
  if (!succeeds('netns', 'add', name)) return 'ip netns is not permitted';
  const works =
    succeeds('link', 'add', `fp${process.pid}`, 'type', 'bridge') &&
    succeeds('link', 'del', `fp${process.pid}`);
  ip('netns', 'del', name);
  return works ? undefined : 'bridges are not permitted';
}

/** The interface of each machine. */
export const INTERFACE = 'eth0';
/** The host's number in the network. */
const HOST_NUMBER = 254;

export interface Network {
  /** This host's address. */
  hostAddress: string;
  address(number: number): string;
  /** Adds a machine; returns its namespace. */
  add(name: string, number: number): string;
  namespace(name: string): string;
  /** Cuts or restores a machine's cable: no connection is closed. */
  setLink(name: string, isUp: boolean): void;
  /** Drops everything between two machines, silently, or ends that. */
  setRoute(one: string, other: string, isOpen: boolean): void;
  /** Removes everything. */
  end(): void;
}

/** An unused network 10.77.N.0/24. */
function choosePrefix(): string {
  const used = Object.values(networkInterfaces()).flatMap((all) =>
    (all ?? []).map(({ address }) => address),
  );
  for (let number = process.pid % 250; ; number = (number + 1) % 250) {
    const prefix = `10.77.${number}.`;
    if (!used.some((address) => address.startsWith(prefix))) return prefix;
  }
}

const bridgeOf = (pid: number) => `fb${pid.toString(36)}`;

/** Removes networks of processes that were killed. */
function removeAbandoned(): void {
  const { stdout } = spawnSync('ip', ['netns', 'list'], { encoding: 'utf8' });
  for (const [, space = '', pid] of stdout.matchAll(/^(forum-(\d+)-\w+)/gm)) {
    if (isRunning(Number(pid))) continue;
    ip('netns', 'del', space);
    succeeds('link', 'del', bridgeOf(Number(pid)));
  }
}

export function createNetwork(): Network {
  const prefix = choosePrefix();
  removeAbandoned();
  const bridge = bridgeOf(process.pid);
  const numbers = new Map<string, number>();
  const namespace = (name: string) => `${SPACE_PREFIX}${process.pid}-${name}`;
  const port = (name: string) => `fv${process.pid.toString(36)}${name}`;
  const address = (number: number) => `${prefix}${number}`;
  const addressOf = (name: string) => address(numbers.get(name) as number);
  ip('link', 'add', bridge, 'type', 'bridge');
  ip('addr', 'add', `${address(HOST_NUMBER)}/24`, 'dev', bridge);
  ip('link', 'set', bridge, 'up');
  return {
    hostAddress: address(HOST_NUMBER),
    address,
    namespace,
    add(name, number) {
      const space = namespace(name);
      ip('netns', 'add', space);
      numbers.set(name, number);
      ip('link', 'add', port(name), 'type', 'veth', 'peer', 'name', INTERFACE, 'netns', space);
      ip('link', 'set', port(name), 'master', bridge, 'up');
      ip('-n', space, 'addr', 'add', `${address(number)}/24`, 'dev', INTERFACE);
      ip('-n', space, 'link', 'set', INTERFACE, 'up');
      ip('-n', space, 'link', 'set', 'lo', 'up');
      return space;
    },
    setLink: (name, isUp) => ip('link', 'set', port(name), isUp ? 'up' : 'down'),
    setRoute(one, other, isOpen) {
      for (const [from, to] of [
        [one, other],
        [other, one],
      ] as const)
        ip('-n', namespace(from), 'route', isOpen ? 'del' : 'add', 'blackhole', addressOf(to));
    },
    end() {
      for (const name of numbers.keys()) ip('netns', 'del', namespace(name));
      ip('link', 'del', bridge);
    },
  };
}

/** Pids of all processes in a namespace. */
export function listPids(space: string): number[] {
  const { stdout } = spawnSync('ip', ['netns', 'pids', space], { encoding: 'utf8' });
  return stdout.split('\n').filter(Boolean).map(Number);
}
