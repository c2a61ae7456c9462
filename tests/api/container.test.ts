import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { VARIABLE_NAMES } from '#platform/env.ts';
import { SERVER_STOP_MS } from '#platform/limits.ts';
import { atEndOfFile } from '../support/at-end-of-file.ts';
import { parseContainerfile } from '../support/containerfile.ts';
import { reservePort } from '../support/ports.ts';
import { fillAsPrepared } from '../support/prepared-data-dir.ts';
import { eventually } from '../support/processes.ts';
import { rawRequest } from '../support/raw-request.ts';
import { fetchShared } from '../support/shared-service.ts';
import { emptyDatabase } from '../support/test-database.ts';
import { temporaryFolder } from '../support/test-site.ts';

/*
 * The steps of scripts/deploy/Containerfile without a container engine. Each stage has a clean
 * folder as its root for absolute paths, and its commands run there; the last one runs as an
 * unprivileged user. Two differences: the system is this machine's, and `npm ci` only has to equal
 * CI's command, whose node_modules are linked into the folder.
 */

const root = join(import.meta.dirname, '../..');
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');
const [build = [], image = []] = parseContainerfile(textOf('scripts/deploy/Containerfile'));
const ignored = textOf('.dockerignore').trim().split('\n');
const isRoot = process.getuid?.() === 0;
/** The image's user "node"; this machine's user if the test isn't root. */
const UID = isRoot ? 1000 : (process.getuid?.() ?? 0);

const folder = realpathSync(temporaryFolder('container'));
const roots = { build: join(folder, 'build'), image: join(folder, 'image') };
/** Maps a path, or a command with paths, of the image to a stage's folder. */
const inside = (stage: string, text: string) =>
  text
    .replace(/\/(?:opt|var\/lib)\/forum/g, (path) => stage + path)
    .replaceAll('node:node', `${UID}:${process.getgid?.() ?? 0}`);

function run(command: string, cwd: string): void {
  mkdirSync(cwd, { recursive: true });
  const { PATH, HOME, TMPDIR } = process.env;
  execFileSync('sh', ['-c', command], {
    cwd,
    env: { PATH, HOME, TMPDIR },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

/** COPY from the project's folder, except for files in .dockerignore. */
function copy(sources: string[], target: string): void {
  for (const source of sources) {
    const from = join(root, source);
    const to =
      target.endsWith('/') && source !== '.'
        ? join(target, source.split('/').at(-1) ?? '')
        : target;
    mkdirSync(dirname(to), { recursive: true });
    cpSync(from, to, {
      recursive: true,
      filter: (path) => !ignored.includes(relative(root, path)),
    });
  }
}

/** Hard links if possible: there are hundreds of megabytes. */
function linkFolder(from: string, to: string): void {
  if (spawnSync('cp', ['-al', from, to]).status === 0) return;
  execFileSync('rm', ['-rf', to]);
  execFileSync('cp', ['-a', from, to]);
}

/** Runs a stage's instructions; returns the command of its containers. */
function follow(stage: typeof build, own: string) {
  let cwd = own;
  const settings: Record<string, string> = {};
  const last: Record<string, string> = {};
  for (const { name, text, options } of stage) {
    last[name] = text;
    if (name === 'WORKDIR') cwd = inside(own, text);
    else if (name === 'ENV')
      for (const [, key = '', value = ''] of text.matchAll(/(\w+)=(\S+)/g)) settings[key] = value;
    else if (name === 'COPY' && options.from) {
      const [from = '', to = ''] = text.split(' ');
      mkdirSync(dirname(inside(own, to)), { recursive: true });
      linkFolder(inside(roots.build, from), inside(own, to));
    } else if (name === 'COPY') {
      const paths = text.split(' ');
      copy(paths.slice(0, -1), join(cwd, paths.at(-1) as string) + (text.endsWith('/') ? '/' : ''));
    } else if (name === 'RUN' && text === 'npm ci') {
      expect(textOf('.ci/run')).toMatch(/^npm ci && npm test$/m);
      linkFolder(join(root, 'node_modules'), join(cwd, 'node_modules'));
    } else if (name === 'RUN') run(inside(own, text), cwd);
  }
  return { cwd, settings, last };
}

/** Starts a command of the image as its user. */
function start(command: string[], cwd: string, env: Record<string, string>): ChildProcess {
  const [program = '', ...args] = isRoot
    ? ['setpriv', `--reuid=${UID}`, '--regid=0', '--clear-groups', '--no-new-privs', ...command]
    : command;
  return spawn(program, args, {
    cwd,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

test('[ops] the image’s steps build a forum that runs as an unprivileged user and writes nothing but its data', async () => {
  await fetchShared('build'); // nothing is written in the project's folder while it is copied
  follow(build, roots.build);
  const { cwd, settings, last } = follow(image, roots.image);
  expect(last.USER).toBe('node');
  expect(inside(roots.image, last.VOLUME as string)).toBe(
    inside(roots.image, settings.DATA_DIR as string),
  );
  // other users can pass the folders above, as in an image
  chmodSync(folder, 0o755);
  if (!isRoot) execFileSync('chmod', ['-R', 'a-w', join(cwd, 'src'), join(cwd, 'dist')]);
  const listing = () =>
    execFileSync(
      'find',
      [cwd, '-path', '*/node_modules', '-prune', '-o', '-newermt', began, '-print'],
      { encoding: 'utf8' },
    );
  const began = new Date().toISOString();

  const forum = await emptyDatabase();
  await fillAsPrepared(forum.db);
  const port = await reservePort();
  const env = {
    ...settings,
    DATA_DIR: inside(roots.image, settings.DATA_DIR as string),
    PORT: String(port),
    DATABASE_URL: forum.url,
    LOG_LEVEL: 'warn',
  };
  const child = start(JSON.parse(last.CMD as string) as string[], cwd, env);
  atEndOfFile(() => void child.kill('SIGKILL'));
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => void (text += chunk));
  await eventually(() => {
    if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}:\n${text}`);
    return /Stop with Ctrl-C/.test(text);
  });
  expect(readFileSync(`/proc/${child.pid}/status`, 'utf8')).toMatch(
    new RegExp(`^Uid:\\s+${UID}\\s`, 'm'),
  );
  expect((await rawRequest(`http://127.0.0.1:${port}/zh`)).status, text).toBe(200);
  expect((await rawRequest(`http://127.0.0.1:${port}/api/ready`)).status, text).toBe(200);

  const check = JSON.parse((last.HEALTHCHECK as string).replace(/^CMD /, '')) as string[];
  const checked = (more: Record<string, string>) =>
    new Promise((resolve) => start(check, cwd, { ...env, ...more }).once('exit', resolve));
  expect(await checked({})).toBe(0);
  expect(await checked({ PORT: String(await reservePort()) })).toBe(1);
  expect(await checked({ ROLE: 'worker', WORKER_PORT: String(port) })).toBe(0);

  child.kill('SIGTERM');
  const code = await new Promise((resolve) => child.once('exit', resolve));
  expect([code, listing()], text).toEqual([0, '']);
}, 300_000);

interface ComposeService {
  build?: { dockerfile: string };
  environment: Record<string, string>;
  volumes: string[];
  read_only: boolean;
  tmpfs: string[];
  cap_drop?: string[];
  security_opt?: string[];
  stop_grace_period: string;
  restart: string;
}
const { services } = parse(textOf('scripts/deploy/compose.yaml')) as {
  services: Record<'forum' | 'database', ComposeService>;
};
const { forum } = services;

test('[ops] the compose file builds the image from the Containerfile', () => {
  expect(forum.build?.dockerfile).toBe('scripts/deploy/Containerfile');
});

test('[ops] the compose file sets only variables that the forum reads', () => {
  const names = Object.keys(forum.environment);
  expect(names).toEqual(expect.arrayContaining(['SITE_URL', 'DATABASE_URL', 'OIDC_ISSUER']));
  expect(names.filter((name) => !VARIABLE_NAMES.includes(name))).toEqual([]);
});

test('[ops] the compose file stores the image’s data in a volume', () => {
  const volume = image.find(({ name }) => name === 'VOLUME')?.text;
  expect(forum.volumes).toEqual([`forum-data:${volume}`]);
});

test.each(Object.entries(services))(
  '[ops] the service %s of the compose file writes to its volumes and to memory alone',
  (_, service) => {
    expect(service).toMatchObject({ read_only: true, restart: 'unless-stopped' });
    expect(service.tmpfs).toContain('/tmp');
  },
);

test('[ops] the forum of the compose file has no privileges', () => {
  expect([forum.cap_drop, forum.security_opt]).toEqual([['ALL'], ['no-new-privileges:true']]);
});

test('[ops] the compose file lets the forum finish before it is killed', () => {
  const [, minutes] = /^(\d+)m$/.exec(forum.stop_grace_period) ?? [];
  expect(Number(minutes) * 60_000).toBeGreaterThan(120_000 + SERVER_STOP_MS + 4_000);
});
