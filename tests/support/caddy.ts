import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { aptInstall } from '../../scripts/install/apt-install.ts';
import { isProgramMissing, startThirdPartyServer } from './around-servers.ts';
import { atEndOfFile } from './at-end-of-file.ts';
import { reservePort } from './ports.ts';
import { inheritedEnv } from './processes.ts';
import { INLINE_SCRIPT_SOURCES, type ProxyOptions } from './proxy.ts';

const CONFIG = join(import.meta.dirname, '../../scripts/deploy/Caddyfile');

const hasCaddy = (): boolean => spawnSync('caddy', ['version']).status === 0;

/** Installs Debian's Caddy if it is missing. Returns the reason if that fails. */
export const ensureCaddy = (): string | undefined => (hasCaddy() ? undefined : aptInstall('caddy'));

export const isCaddyMissing = (): boolean =>
  isProgramMissing(
    hasCaddy(),
    'Caddy can’t be had on this machine: the tests of scripts/deploy/Caddyfile are left out.',
  );

/** Starts Caddy with scripts/deploy/Caddyfile in front of `app`. Call it at the top of a file. */
export async function startCaddy(
  folder: string,
  { app, siteDir, uploadsDir, cdn = 'none' }: ProxyOptions,
): Promise<{ url: string }> {
  mkdirSync(folder, { recursive: true });
  const url = `http://127.0.0.1:${await reservePort()}`;
  const command = ['caddy', 'run', '--config', CONFIG, '--adapter', 'caddyfile'] as const;
  const { stop } = await startThirdPartyServer(command, {
    name: 'Caddy',
    url: `${url}/robots.txt`,
    env: {
      ...inheritedEnv(),
      SITE_ADDRESS: url,
      APP: app,
      SITE_DIR: siteDir,
      UPLOADS_DIR: uploadsDir,
      CDN: cdn,
      INLINE_SCRIPTS: readFileSync(INLINE_SCRIPT_SOURCES, 'utf8').trim(),
      CADDY_ADMIN: `unix//${folder}/admin`,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
    },
  });
  atEndOfFile(stop);
  return { url };
}
