import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDb } from '#db/client.ts';
import {
  captureOutput,
  ensureReachableBinaries,
  findBinaries,
  spawnUnprivileged,
} from '#db/embedded/binaries.ts';
import { type EmbeddedPostgres, MAX_EMBEDDED_CONNECTIONS } from '#db/embedded/start-postgres.ts';
import { inTransaction } from '#db/statement.ts';
import { withClient } from '../../scripts/cli/with-client.ts';
import { reservePort } from './ports.ts';
import { eventually } from './processes.ts';

export interface Standby {
  url: string;
  stop(): Promise<void>;
}

/** Copies a running embedded PostgreSQL, and starts the copy as its streaming standby. */
export async function startStandby(
  primary: EmbeddedPostgres,
  primaryDir: string,
  dataDir: string,
): Promise<Standby> {
  const db = createDb({ url: primary.url, kind: 'maintenance', maxConnections: 1 });
  const folder = join(dataDir, 'postgres');
  await inTransaction(db, async (connection) => {
    const query = (text: string) => connection.query({ text, values: [] });
    await query(`select pg_backup_start('standby', true)`);
    execFileSync('cp', ['-a', primaryDir, dataDir]);
    const { rows } = await query('select labelfile from pg_backup_stop(false)');
    writeFileSync(join(folder, 'backup_label'), rows[0].labelfile);
  });
  await db.$client.end();
  rmSync(join(folder, 'postmaster.pid'), { force: true });
  writeFileSync(join(folder, 'standby.signal'), '');
  const url = new URL(primary.url);
  appendFileSync(
    join(folder, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${url.hostname} port=${url.port} user=${url.username} password=${url.password}'\n`,
  );
  url.port = String(await reservePort());
  const { postgres } = ensureReachableBinaries(await findBinaries());
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    `max_connections=${MAX_EMBEDDED_CONNECTIONS}`,
  ].flatMap((setting) => ['-c', setting]);
  const child = spawnUnprivileged(postgres, ['-D', folder, '-p', url.port, ...settings]);
  const log = captureOutput(child);
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error(`The standby ended: ${log.text()}`);
    return withClient(url.href, { name: 'test' }, async () => true).catch(() => false);
  });
  return {
    url: url.href,
    async stop() {
      const exit = once(child, 'exit');
      child.kill('SIGINT');
      await exit;
    },
  };
}
