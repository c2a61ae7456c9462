import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aptInstall } from '../../scripts/install/apt-install.ts';
import { isProgramMissing, startThirdPartyServer } from './around-servers.ts';
import { atEndOfFile } from './at-end-of-file.ts';
import { fillTemplate } from './fill-template.ts';
import { reservePort } from './ports.ts';
import { withDescendants } from './processes.ts';

const VARNISH_PATHS = ['/usr/sbin/varnishd', '/usr/local/sbin/varnishd', '/usr/bin/varnishd'];
const CONFIG_TEMPLATE = join(import.meta.dirname, '../../scripts/deploy/varnish.vcl');
const LIBRARY_FOLDERS = ['/usr/lib', '/usr/local/lib'];

const hasXkey = (): boolean =>
  LIBRARY_FOLDERS.flatMap((folder) => [
    folder,
    ...(existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []),
  ]).some((folder) => existsSync(join(folder, 'varnish/vmods/libvmod_xkey.so')));

/** This machine's Varnish, if it has the module for tags. */
const findVarnish = (): string | undefined =>
  VARNISH_PATHS.find(
    (path) => existsSync(path) && spawnSync(path, ['-V']).status === 0 && hasXkey(),
  );

/** Installs Debian's Varnish if missing. Returns the reason if that fails. */
export const ensureVarnish = (): string | undefined =>
  findVarnish() ? undefined : aptInstall('varnish', 'varnish-modules');

export const isVarnishMissing = (): boolean =>
  isProgramMissing(
    Boolean(findVarnish()),
    'Varnish can’t be had on this machine: the tests of the cache are left out.',
  );

export interface Varnish {
  url: string;
  /** Address for purges. */
  purgeUrl: string;
  /** Sets the backend, before the start. */
  setTarget(backend: string): void;
  /** Stops it, which empties its cache. */
  stop(): Promise<void>;
  /** The same by force. */
  kill(): Promise<void>;
  /** Starts it again at the same address. */
  start(): Promise<void>;
}

/** Prepares a Varnish with scripts/deploy/varnish.vcl or other rules; call `start` afterwards. */
export async function createVarnish(folder: string, vcl?: string): Promise<Varnish> {
  const varnish = findVarnish();
  if (!varnish) throw new Error('There is no Varnish on this machine.');
  mkdirSync(folder, { recursive: true });
  const url = `http://127.0.0.1:${await reservePort()}`;
  const purgeUrl = `http://127.0.0.1:${await reservePort()}`;
  const rules = join(folder, 'rules.vcl');
  let running: { end(signal: NodeJS.Signals): Promise<void> } | undefined;
  const end = async (signal: NodeJS.Signals) => {
    await running?.end(signal);
    running = undefined;
  };
  const stop = () => end('SIGTERM');
  return {
    url,
    purgeUrl,
    setTarget(backend) {
      const { hostname, port } = new URL(backend);
      const template = vcl ?? readFileSync(CONFIG_TEMPLATE, 'utf8');
      writeFileSync(rules, fillTemplate(template, { BACKEND_HOST: hostname, BACKEND_PORT: port }));
    },
    stop,
    kill: () => end('SIGKILL'),
    async start() {
      const { child, ended } = await startThirdPartyServer(
        [
          varnish,
          ...['-F', '-f', rules, '-n', join(folder, 'state')],
          ...['-a', new URL(url).host, '-a', `purge=${new URL(purgeUrl).host}`],
          // Without a jail: temporary folders are closed to other users.
          ...['-j', 'none', '-s', 'malloc,64m', '-T', 'none', '-p', 'thread_pool_min=10'],
        ],
        { name: 'Varnish', url: `${url}/robots.txt` },
      );
      running = {
        async end(signal) {
          // A manager that is killed can't end its child process.
          const pids = child.pid && signal === 'SIGKILL' ? withDescendants([child.pid]) : [];
          child.kill(signal);
          for (const pid of pids) {
            try {
              process.kill(pid, signal);
            } catch {
              // it ended with the manager
            }
          }
          await ended;
        },
      };
    },
  };
}

/** The same, until the end of the test file. */
export async function prepareVarnish(folder: string, vcl?: string): Promise<Varnish> {
  const varnish = await createVarnish(folder, vcl);
  atEndOfFile(varnish.stop);
  return varnish;
}
