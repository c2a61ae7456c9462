import type { ChildProcess } from 'node:child_process';
import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { ConfigError, type Env, readEnv } from '#platform/env.ts';
import { createLog } from '#platform/log.ts';
import { isPrepared } from './ready.ts';
import { type KeptDatabase, keepDatabase } from './start/keep-database.ts';
import { endChild, exitOf, type KeptServer, keepServer, startChild } from './start/keep-server.ts';
import { askedForUsage } from './usage.ts';

const USAGE = `Starts the forum: its database unless DATABASE_URL names one, what has to be built, filled or published first, and the
server. What it started it starts again when it dies. Ctrl-C ends all of it.

  npm start

PORT, HOST, DATA_DIR and the other variables of README.md say where.`;

const root = join(import.meta.dirname, '..');

let database: Promise<KeptDatabase> | undefined;
let preparing: ChildProcess | undefined;
let server: KeptServer | undefined;
let ending = false;

function writable(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new ConfigError(
      `This user may not write ${folder} (${(error as NodeJS.ErrnoException).code}). Change its owner, or set DATA_DIR to a folder of your own.`,
    );
  }
}

async function end(code: number): Promise<void> {
  if (ending) return;
  ending = true;
  if (preparing) await endChild(preparing);
  await server?.stop();
  await (await database?.catch(() => undefined))?.stop();
  process.exit(code);
}

function welcome(env: Env): string {
  const login = env.OIDC_ISSUER
    ? `Log in with ${env.OIDC_ISSUER}`
    : 'Log in by "登录 / Log in": choose one of the demo people, e.g. 若谷 (administrator) or 林间小路 (member)';
  return `\n  The forum is at ${env.SITE_URL}\n  ${login}\n  Data: ${env.DATA_DIR}  Pages: ${env.SITE_DIR}\n  Stop with Ctrl-C\n\n`;
}

async function main(): Promise<void> {
  if (askedForUsage(USAGE)) return;
  process.chdir(root);
  const env = readEnv();
  const log = createLog(env.LOG_LEVEL);
  writable(env.DATA_DIR);
  writable(env.SITE_DIR);
  if (!env.DATABASE_URL) database = keepDatabase(env.DATA_DIR, log, () => server?.restart());
  const kept = await database;
  const databaseUrl = () => kept?.url ?? (env.DATABASE_URL as string);
  if (!ending && !(await isPrepared(databaseUrl()))) {
    preparing = startChild('scripts/prepare.ts', databaseUrl());
    const { code } = await exitOf(preparing);
    if (code !== 0) return end(code ?? 1);
  }
  if (ending) return;
  server = keepServer(databaseUrl, log, () => process.stdout.write(welcome(env)));
  await end(await server.failed);
}

async function fail(error: unknown): Promise<void> {
  process.stderr.write(error instanceof ConfigError ? `${error.message}\n` : `${inspect(error)}\n`);
  await end(1);
}

/** Milliseconds between two looks at whether npm is still there. */
const PARENT_POLL_MS = 500;

/** npm that is killed can't pass the signal on: what it started ends too. */
function followNpm(): void {
  const npm = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(timer);
    void end(0);
  }, PARENT_POLL_MS);
  timer.unref();
}

if (process.env.npm_lifecycle_event === 'start') followNpm();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => void end(0));
process.on('uncaughtException', fail);
main().catch(fail);
