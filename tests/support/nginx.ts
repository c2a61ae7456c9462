import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { aptInstall } from '../../scripts/debian.ts';

const PLACES = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx', '/opt/homebrew/bin/nginx'];

/** The nginx of this machine. */
export const findNginx = (): string | undefined => PLACES.find((path) => existsSync(path) && spawnSync(path, ['-v']).status === 0);

/** Installs Debian's nginx where there is none. Returns why it couldn't. */
export const ensureNginx = (): string | undefined => (findNginx() ? undefined : aptInstall('nginx'));
