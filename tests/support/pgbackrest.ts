import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { aptInstall } from '../../scripts/install/apt-install.ts';

/* Debian's own PostgreSQL, and the program that archives it. */

const SERVERS = '/usr/lib/postgresql';

/** The newest version that Debian has installed. */
function findServer(): string | undefined {
  const versions = existsSync(SERVERS) ? readdirSync(SERVERS).map(Number) : [];
  return versions
    .filter((version) => existsSync(join(SERVERS, String(version), 'bin/postgres')))
    .sort((one, other) => other - one)
    .map((version) => join(SERVERS, String(version), 'bin'))[0];
}

/** Installs Debian's PostgreSQL and pgbackrest where they aren't. Returns why it couldn't. */
export const ensurePgbackrest = (): string | undefined =>
  findServer() && existsSync('/usr/bin/pgbackrest')
    ? undefined
    : aptInstall('postgresql', 'pgbackrest');

/** The folder of PostgreSQL's programs; it and pgbackrest are installed where they aren't. */
export function ensureArchivedPostgres(): string {
  const refused = ensurePgbackrest();
  const found = findServer();
  if (refused || !found)
    throw new Error(`PostgreSQL and pgbackrest of Debian are needed: ${refused}`);
  return found;
}
