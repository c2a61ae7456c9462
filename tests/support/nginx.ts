import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseBucketUrl } from '#platform/bucket-url.ts';
import { aptInstall } from '../../scripts/install/apt-install.ts';
import { isProgramMissing, startThirdPartyServer } from './around-servers.ts';
import { atEndOfFile } from './at-end-of-file.ts';
import { fillTemplate } from './fill-template.ts';
import { reservePort } from './ports.ts';
import { INLINE_SCRIPT_SOURCES, type ProxyOptions } from './proxy.ts';

const NGINX_PATHS = [
  '/usr/sbin/nginx',
  '/usr/local/sbin/nginx',
  '/usr/bin/nginx',
  '/opt/homebrew/bin/nginx',
];
const DEPLOY_FOLDER = join(import.meta.dirname, '../../scripts/deploy');
const CONFIG_TEMPLATE = join(DEPLOY_FOLDER, 'nginx.conf');
const TEMP_PATHS = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

export const findNginx = (): string | undefined =>
  NGINX_PATHS.find((path) => existsSync(path) && spawnSync(path, ['-v']).status === 0);

/** Installs Debian's nginx if it is missing. Returns the reason if that fails. */
export const ensureNginx = (): string | undefined =>
  findNginx() ? undefined : aptInstall('nginx');

export interface NginxOptions extends ProxyOptions {
  /** Replaces the client timeouts of the configuration, in seconds. */
  clientTimeoutSeconds?: number;
  /** The bucket of pages, as in the forum's PAGES_URL. */
  pagesUrl?: string | undefined;
  /** The kernel's send buffer, such as 64k. */
  sendBuffer?: string;
}

/** The client timeouts in scripts/deploy/nginx.conf. */
const CLIENT_TIMEOUTS = /\b(client_header_timeout|client_body_timeout|send_timeout) \d+s;/g;
/** The settings that the configuration asks for in the main file. */
const CONNECTIONS = 'worker_rlimit_nofile 20000; events { worker_connections 10000; }';

/** Writes the files of scripts/deploy for pages in a bucket. */
function writeBucketFiles(folder: string, pagesUrl: string): void {
  const { address } = parseBucketUrl(pagesUrl);
  const { protocol, host, pathname } = new URL(address);
  writeFileSync(
    join(folder, 'forum-bucket.conf'),
    fillTemplate(readFileSync(join(DEPLOY_FOLDER, 'nginx-bucket.conf'), 'utf8'), {
      PAGES_SCHEME: protocol.slice(0, -1),
      PAGES_HOST: host,
      PAGES_BUCKET: pathname.slice(1),
      CACHE_DIR: folder,
    }),
  );
  copyFileSync(
    join(DEPLOY_FOLDER, 'nginx-bucket-locations.conf'),
    join(folder, 'forum-bucket-locations.conf'),
  );
}

/** Starts nginx with scripts/deploy/nginx.conf in front of the server at `app`. */
export async function runNginx(
  folder: string,
  {
    app,
    siteDir,
    uploadsDir,
    cdn = 'none',
    pagesUrl,
    clientTimeoutSeconds,
    sendBuffer,
  }: NginxOptions,
): Promise<{ url: string; stop(): Promise<void> }> {
  const nginx = findNginx();
  if (!nginx) throw new Error('There is no nginx on this machine.');
  mkdirSync(folder, { recursive: true });
  const port = await reservePort();
  const conf = fillTemplate(readFileSync(CONFIG_TEMPLATE, 'utf8'), {
    LISTEN: `127.0.0.1:${port}${sendBuffer ? ` sndbuf=${sendBuffer}` : ''}`,
    SERVER_NAME: '127.0.0.1',
    APP: app,
    SITE_DIR: siteDir,
    UPLOADS_DIR: uploadsDir,
    CDN: cdn,
    INLINE_SCRIPTS: readFileSync(INLINE_SCRIPT_SOURCES, 'utf8').trim(),
  });
  writeFileSync(
    join(folder, 'forum.conf'),
    clientTimeoutSeconds === undefined
      ? conf
      : conf.replace(CLIENT_TIMEOUTS, `$1 ${clientTimeoutSeconds}s;`),
  );
  if (pagesUrl) writeBucketFiles(folder, pagesUrl);
  // Mimics Debian's /etc/nginx/nginx.conf with our connection limits. Workers keep the test's user,
  // because temporary folders are closed to other users.
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const buffers = TEMP_PATHS.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ');
  const main = `${user} daemon off; worker_processes 1;
pid ${folder}/pid;
error_log ${folder}/error.log;
${CONNECTIONS}
http { access_log off; ${buffers} include ${folder}/forum.conf; include ${folder}/forum-bucket.con[f]; }
`;
  writeFileSync(join(folder, 'nginx.conf'), main);
  const url = `http://127.0.0.1:${port}`;
  const { stop } = await startThirdPartyServer(
    [nginx, '-p', folder, '-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')],
    { name: 'nginx', url: `${url}/robots.txt`, withinMs: 10_000 },
  );
  return { url, stop };
}

export const isNginxMissing = (): boolean =>
  isProgramMissing(
    Boolean(findNginx()),
    'nginx can’t be had on this machine: the tests of scripts/deploy/nginx.conf are left out.',
  );

/** The same until the end of the test file. Call it at the top of the file. */
export async function startNginx(folder: string, fronted: NginxOptions): Promise<{ url: string }> {
  const { url, stop } = await runNginx(folder, fronted);
  atEndOfFile(stop);
  return { url };
}
