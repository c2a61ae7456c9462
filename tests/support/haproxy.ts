import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aptInstall } from '../../scripts/install/apt-install.ts';
import { isProgramMissing, startThirdPartyServer } from './around-servers.ts';
import { atEndOfFile } from './at-end-of-file.ts';
import { fillTemplate } from './fill-template.ts';
import { reservePort } from './ports.ts';
import { eventually } from './processes.ts';

const HAPROXY = '/usr/sbin/haproxy';
const CONFIG_TEMPLATE = join(import.meta.dirname, '../../scripts/deploy/haproxy.cfg');

const hasHaproxy = (): boolean => spawnSync(HAPROXY, ['-v']).status === 0;

/** Installs Debian's haproxy if it is missing. Returns the reason if that fails. */
export const ensureHaproxy = (): string | undefined =>
  hasHaproxy() ? undefined : aptInstall('haproxy');

export const isHaproxyMissing = (): boolean =>
  isProgramMissing(
    hasHaproxy(),
    'haproxy can’t be had on this machine: restarts behind it are left out.',
  );

export interface Haproxy {
  /** Its address as host:port. */
  host: string;
  /** Resolves when haproxy sends requests to the server on this port. */
  waitUntilUp(port: number): Promise<true>;
}

/** Starts haproxy with scripts/deploy/haproxy.cfg in front of servers on these ports. */
export async function startHaproxy(folder: string, ports: readonly number[]): Promise<Haproxy> {
  mkdirSync(folder, { recursive: true });
  const listen = `127.0.0.1:${await reservePort()}`;
  const stats = `127.0.0.1:${await reservePort()}`;
  const config = join(folder, 'haproxy.cfg');
  const text = fillTemplate(readFileSync(CONFIG_TEMPLATE, 'utf8'), {
    LISTEN: listen,
    STATS: stats,
  });
  writeFileSync(
    config,
    text + ports.map((port) => `  server s${port} 127.0.0.1:${port}\n`).join(''),
  );
  const { stop } = await startThirdPartyServer([HAPROXY, '-db', '-f', config], {
    name: 'haproxy',
    url: `http://${stats}/;csv`,
  });
  atEndOfFile(stop);
  const waitUntilUp = (port: number) =>
    eventually(async () => {
      const table = await (await fetch(`http://${stats}/;csv`)).text();
      return table
        .split('\n')
        .some((row) => row.startsWith(`servers,s${port},`) && row.includes(',UP,'));
    });
  for (const port of ports) await waitUntilUp(port);
  return { host: listen, waitUntilUp };
}
