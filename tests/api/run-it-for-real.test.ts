import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readlinkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { atEndOfFile } from '../support/at-end-of-file.ts';
import { isCaddyMissing } from '../support/caddy.ts';
import { OPERATING } from '../support/manuals.ts';
import { findNginx, isNginxMissing } from '../support/nginx.ts';
import { writeOperatorShims } from '../support/operator-shims.ts';
import { reservePort } from '../support/ports.ts';
import { inheritedEnv, isRunning, waitUntilEnded } from '../support/processes.ts';
import { fetchShared } from '../support/shared-service.ts';
import { temporaryFolder } from '../support/test-site.ts';

/*
 * Runs all commands of the operator's manual (scripts/deploy/README.md) in one shell: in a folder
 * instead of /, with programs that don't change this machine (operator-shims.ts). The forum, its
 * database, backups and restores are real.
 */

const root = join(import.meta.dirname, '../..');
const blocks = Array.from(
  OPERATING.text.matchAll(/^```sh\n([\s\S]*?)^```$/gm),
  ([, text = '']) => text,
);

const missing = isNginxMissing() || isCaddyMissing();
test.skipIf(missing)(
  '[ops] the operator’s manual leads from nothing to a forum that was updated and restored, command by command',
  async () => {
    await fetchShared('build');
    const folder = temporaryFolder('operator');
    const port = await reservePort();
    for (const path of [
      'etc/systemd/system',
      'etc/nginx/conf.d',
      'etc/caddy',
      'var/lib',
      'opt/forum-releases',
    ])
      mkdirSync(join(folder, path), { recursive: true });
    const firstRelease = join(folder, 'opt/forum-releases/first');
    symlinkSync(root, firstRelease);
    const pidFile = join(folder, 'pid');
    atEndOfFile(async () => {
      if (!existsSync(pidFile)) return;
      const pid = Number(readFileSync(pidFile, 'utf8'));
      if (isRunning(pid)) process.kill(pid, 'SIGTERM');
      await waitUntilEnded(pid);
    });
    const script = blocks
      .join('\n')
      .replace(
        /\/(?:etc\/(?:forum|systemd|nginx|caddy)|var\/lib\/forum|opt\/forum)/g,
        (path) => folder + path,
      )
      .replaceAll('4321', String(port));
    const env = {
      ...inheritedEnv(),
      PATH: `${writeOperatorShims(folder)}:${process.env.PATH}`,
      FOLDER: folder,
      CODE: root,
      PORT: String(port),
      NGINX: findNginx(),
    };
    const shell = spawn('bash', ['-e', '-o', 'pipefail', '-c', script], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    for (const stream of [shell.stdout, shell.stderr])
      stream.on('data', (chunk: Buffer) => void (text += chunk));
    const code = await new Promise((resolve) => shell.once('exit', resolve));
    expect(code, text).toBe(0);

    // The output or result of each part.
    expect(readFileSync(join(folder, 'first'), 'utf8')).toMatch(/bbs-admin\/setup#\S{20,}/);
    expect(text).toMatch(/forum-auto-\S+\.tar/);
    expect(text).toContain('"ok":true');
    expect(text).toMatch(/test is successful/);
    expect(text.match(/Nothing to do: the database has all migrations\./g)).toHaveLength(2);
    expect(readlinkSync(join(folder, 'opt/forum'))).toBe(firstRelease);
    const called = readFileSync(join(folder, 'called'), 'utf8').split('\n');
    expect(called.filter((line) => /^npm /.test(line))).toEqual([
      'npm ci',
      'npm run build',
      'npm ci',
      'npm run build',
    ]);
    const caddy = readFileSync(join(folder, 'etc/caddy/forum.env'), 'utf8');
    const settings = Object.fromEntries(
      Array.from(caddy.matchAll(/^(\w+)="?(.*?)"?$/gm), ([, name, value]) => [name, value]),
    );
    const validated = spawnSync(
      'caddy',
      ['validate', '--adapter', 'caddyfile', '--config', join(folder, 'etc/caddy/Caddyfile')],
      { encoding: 'utf8', env: { ...inheritedEnv(), ...settings, XDG_DATA_HOME: folder } },
    );
    expect([validated.status, validated.stdout]).toEqual([0, expect.stringContaining('Valid')]);
    // the restored forum runs
    const readStatus = () =>
      fetch(`http://127.0.0.1:${port}/api/ready`).then(
        ({ status }) => status,
        (error: Error) => error.message,
      );
    // It is ready once the pending posts are in their pages.
    await expect.poll(readStatus, { message: readFileSync(join(folder, 'log'), 'utf8') }).toBe(200);
    expect(existsSync(join(folder, 'var/lib/forum.old/backups'))).toBe(true);
  },
  300_000,
);
