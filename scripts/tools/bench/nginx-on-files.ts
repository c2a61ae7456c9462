import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { reservePort } from '../../../tests/support/ports.ts';
import { Unmeasurable } from './figures.ts';
import { stopProcess } from './stop-process.ts';

// Fast static nginx: no log, keep-alive, sendfile, precompressed .gz files.
const nginxConfig = (folder: string, siteDir: string, port: number): string => `
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes auto;
pid ${folder}/nginx.pid;
error_log stderr error;
events { worker_connections 1024; multi_accept on; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_timeout 65;
  keepalive_requests 100000000;
  types { text/html html; }
  charset utf-8;
  gzip_static on;
${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `  ${name}_temp_path ${folder}/${name};`).join('\n')}
  server {
    listen 127.0.0.1:${port};
    root ${siteDir};
    location / { try_files $uri/index.html =404; }
  }
}
`;

/** Starts nginx on the published folder. Throws Unmeasurable if it isn't installed. */
export async function startNginx(siteDir: string): Promise<{ url: string; stop(): Promise<void> }> {
  const program = ['nginx', '/usr/sbin/nginx'].find((one) => !spawnSync(one, ['-v']).error);
  if (!program) throw new Unmeasurable('nginx is not installed: apt-get install nginx-light');
  const folder = mkdtempSync(join(tmpdir(), 'bench-nginx-'));
  mkdirSync(join(folder, 'logs'));
  const port = await reservePort();
  writeFileSync(join(folder, 'nginx.conf'), nginxConfig(folder, siteDir, port));
  const child = spawn(program, ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; ; tries++) {
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      break;
    if (tries > 100 || child.exitCode !== null) throw new Error('nginx did not start.');
    await delay(50);
  }
  return {
    url,
    async stop() {
      await stopProcess(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
