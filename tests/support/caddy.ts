import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { aptInstall } from '../../scripts/install/apt-install.ts';
import { atEndOfFile } from './at-end-of-file.ts';
import { freePort } from './free-port.ts';
import { inheritedEnv } from './processes.ts';
import { INLINE_SCRIPT_SOURCES, isAnswering, type ProxyOptions } from './proxy.ts';

const CONFIG = join(import.meta.dirname, '../../scripts/deploy/Caddyfile');

const hasCaddy = (): boolean => spawnSync('caddy', ['version']).status === 0;

/** Installs Debian's Caddy where there is none. Returns why it couldn't. */
export const ensureCaddy = (): string | undefined => (hasCaddy() ? undefined : aptInstall('caddy'));

/** As isNginxMissing. */
export function isCaddyMissing(): boolean {
  const isMissing = !hasCaddy() && !process.env.CI;
  if (isMissing)
    console.warn(
      'Caddy can’t be had on this machine: the tests of scripts/deploy/Caddyfile are left out.',
    );
  return isMissing;
}

/**
 * Starts Caddy with scripts/deploy/Caddyfile as it stands, in front of the server at `app`; it is
 * stopped with the test file. Call it at the top.
 */
export async function startCaddy(
  folder: string,
  { app, siteDir, uploadsDir, cdn = 'none' }: ProxyOptions,
): Promise<{ url: string }> {
  mkdirSync(folder, { recursive: true });
  const url = `http://127.0.0.1:${await freePort()}`;
  const child = spawn('caddy', ['run', '--config', CONFIG, '--adapter', 'caddyfile'], {
    stdio: ['ignore', 'ignore', 'pipe'],
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
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => void (log += chunk));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  atEndOfFile(stop);
  const deadline = Date.now() + 30_000;
  while (!(await isAnswering(`${url}/robots.txt`))) {
    if (child.exitCode === null && Date.now() < deadline) continue;
    await stop();
    throw new Error(`Caddy did not start: ${log}`);
  }
  return { url };
}
