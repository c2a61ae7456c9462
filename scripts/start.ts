import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { claimEmbedded, type Embedded, startEmbedded } from '#db/embedded.ts';
import { ConfigError, type Env, readEnv } from '#platform/env.ts';
import { isPrepared } from './ready.ts';
import { SERVER_ENV, SERVER_FLAGS } from './server.ts';
import { askedForUsage } from './usage.ts';

const USAGE = `Starts the forum: its database unless DATABASE_URL names one, what has to be built, filled or published first, and the
server. Ctrl-C ends all of it.

  npm start

PORT, HOST, DATA_DIR and the other variables of README.md say where.`;

const root = join(import.meta.dirname, '..');

let database: Embedded | undefined;
/** Gives up the database, so that it may be stopped. */
let release: (() => Promise<void>) | undefined;
let child: ChildProcess | undefined;
let ending = false;

function run(file: string, args: string[], env: Env, flags: string[] = []): ChildProcess {
  child = spawn(process.execPath, [...flags, join(root, file), ...args], { cwd: root, stdio: ['ignore', 'inherit', 'inherit', 'ipc'], env: { ...SERVER_ENV, ...process.env, DATABASE_URL: database?.url ?? env.DATABASE_URL } });
  return child;
}

const exited = (one: ChildProcess): Promise<number> => new Promise((resolve) => one.once('exit', (code) => resolve(code ?? 1)));

function writable(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new ConfigError(`This user may not write ${folder} (${(error as NodeJS.ErrnoException).code}). Change its owner, or set DATA_DIR to a folder of your own.`);
  }
}

async function end(code: number): Promise<void> {
  if (ending) return;
  ending = true;
  if (child && child.exitCode === null) {
    child.kill('SIGTERM');
    await exited(child);
  }
  await release?.();
  await database?.stop();
  process.exit(code);
}

function welcome(env: Env): string {
  const login = env.OIDC_ISSUER ? `Log in with ${env.OIDC_ISSUER}` : 'Log in by "登录 / Log in": choose one of the demo people, e.g. 若谷 (administrator) or 林间小路 (member)';
  return `\n  The forum is at ${env.SITE_URL}\n  ${login}\n  Data: ${env.DATA_DIR}  Pages: ${env.SITE_DIR}\n  Stop with Ctrl-C\n\n`;
}

async function main(): Promise<void> {
  if (askedForUsage(USAGE)) return;
  process.chdir(root);
  const env = readEnv();
  writable(env.DATA_DIR);
  writable(env.SITE_DIR);
  if (!env.DATABASE_URL) {
    database = await startEmbedded(env.DATA_DIR);
    release = await claimEmbedded(database.url, env.DATA_DIR);
  }
  const ready = await isPrepared(database?.url ?? (env.DATABASE_URL as string));
  const prepared = ready ? 0 : await exited(run('scripts/prepare.ts', [], env));
  if (prepared !== 0) return end(prepared);
  const server = run('dist/server/entry.mjs', [], env, SERVER_FLAGS);
  server.once('message', () => process.stdout.write(welcome(env)));
  await end(await exited(server));
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0));

main().catch(async (error: Error) => {
  process.stderr.write(error instanceof ConfigError ? `${error.message}\n` : `${inspect(error)}\n`);
  await end(1);
});
