import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { spawnUnprivileged } from '#db/embedded/binaries.ts';
import { aptInstall } from '../../scripts/install/apt-install.ts';
import { isProgramMissing } from './around-servers.ts';
import { atEndOfFile } from './at-end-of-file.ts';
import { reservePort } from './ports.ts';
import { eventually } from './processes.ts';

const PGBOUNCER = '/usr/sbin/pgbouncer';

/** Installs Debian's PgBouncer if it is missing. Returns the reason if that fails. */
export const ensurePgbouncer = (): string | undefined =>
  existsSync(PGBOUNCER) ? undefined : aptInstall('pgbouncer');

export const isPgbouncerMissing = (): boolean =>
  isProgramMissing(
    existsSync(PGBOUNCER),
    'PgBouncer can’t be had on this machine: its tests are left out.',
  );

/** Starts PgBouncer in front of a database. Returns the database's address behind it. */
export async function startPgbouncer(
  folder: string,
  databaseUrl: string,
  settings: Readonly<Record<string, string>>,
): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const { hostname, port, username, password } = new URL(databaseUrl);
  const listenPort = await reservePort();
  const config = join(folder, 'pgbouncer.ini');
  const lines = Object.entries({
    listen_addr: '127.0.0.1',
    listen_port: String(listenPort),
    unix_socket_dir: '',
    auth_type: 'any',
    ...settings,
  }).map(([name, value]) => `${name} = ${value}`);
  writeFileSync(
    config,
    `[databases]\n* = host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}\n[pgbouncer]\n${lines.join('\n')}\n`,
  );
  // it refuses to run as root
  const child = spawnUnprivileged(PGBOUNCER, [config]);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  atEndOfFile(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const url = new URL(databaseUrl);
  url.port = String(listenPort);
  await eventually(async () => {
    const client = new pg.Client({ connectionString: url.href });
    client.on('error', () => {});
    const isAnswering = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end();
    return isAnswering;
  });
  return url.href;
}
