import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { aptInstall } from '../../scripts/install/apt-install.ts';

const SERVERS = '/usr/lib/postgresql';

/** The newest PostgreSQL version that Debian installed. */
function findServer(): string | undefined {
  const versions = existsSync(SERVERS) ? readdirSync(SERVERS).map(Number) : [];
  return versions
    .filter((version) => existsSync(join(SERVERS, String(version), 'bin/postgres')))
    .sort((one, other) => other - one)
    .map((version) => join(SERVERS, String(version), 'bin'))[0];
}

/** Installs Debian's PostgreSQL and pgbackrest if missing. Returns the reason if that fails. */
export const ensurePgbackrest = (): string | undefined =>
  findServer() && existsSync('/usr/bin/pgbackrest')
    ? undefined
    : aptInstall('postgresql', 'pgbackrest');

/** The folder of PostgreSQL's programs; installs them and pgbackrest if missing. */
export function ensureArchivedPostgres(): string {
  const refused = ensurePgbackrest();
  const found = findServer();
  if (refused || !found)
    throw new Error(`PostgreSQL and pgbackrest of Debian are needed: ${refused}`);
  return found;
}
