import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aptInstall } from '../../scripts/install/apt-install.ts';
import { atEndOfFile } from './at-end-of-file.ts';
import { fillTemplate } from './fill-template.ts';
import { freePort } from './free-port.ts';
import { eventually } from './processes.ts';

const HAPROXY = '/usr/sbin/haproxy';
const CONFIG_TEMPLATE = join(import.meta.dirname, '../../scripts/deploy/haproxy.cfg');

const hasHaproxy = (): boolean => spawnSync(HAPROXY, ['-v']).status === 0;

/** Installs Debian's haproxy where there is none. Returns why it couldn't. */
export const ensureHaproxy = (): string | undefined =>
  hasHaproxy() ? undefined : aptInstall('haproxy');

/** Whether tests behind haproxy are left out: where it can't be had. In CI they run or fail. */
export function isHaproxyMissing(): boolean {
  const isMissing = !hasHaproxy() && !process.env.CI;
  if (isMissing)
    console.warn('haproxy can’t be had on this machine: restarts behind it are left out.');
  return isMissing;
}

export interface Haproxy {
  /** Where it listens, as host:port. */
  host: string;
  /** Resolves when it gives requests to the server on this port. */
  waitUntilUp(port: number): Promise<true>;
}

/**
 * Starts haproxy with scripts/deploy/haproxy.cfg as it stands, in front of servers on these ports.
 * It is stopped at the end of the test file.
 */
export async function startHaproxy(folder: string, ports: readonly number[]): Promise<Haproxy> {
  mkdirSync(folder, { recursive: true });
  const listen = `127.0.0.1:${await freePort()}`;
  const stats = `127.0.0.1:${await freePort()}`;
  const config = join(folder, 'haproxy.cfg');
  const text = fillTemplate(readFileSync(CONFIG_TEMPLATE, 'utf8'), {
    LISTEN: listen,
    STATS: stats,
    SERVERS: ports.map((port) => `server s${port} 127.0.0.1:${port}`).join('\n  '),
  });
  writeFileSync(config, text);
  const child = spawn(HAPROXY, ['-db', '-f', config], { stdio: ['ignore', 'ignore', 'pipe'] });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => void (complaint += chunk));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  atEndOfFile(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error(`haproxy did not start: ${complaint}`);
    return fetch(`http://${listen}/api/live`).then(
      ({ ok }) => ok,
      () => false,
    );
  });
  return {
    host: listen,
    waitUntilUp: (port) =>
      eventually(async () => {
        const table = await (await fetch(`http://${stats}/;csv`)).text();
        return table
          .split('\n')
          .some((row) => row.startsWith(`servers,s${port},`) && row.includes(',UP,'));
      }),
  };
}
