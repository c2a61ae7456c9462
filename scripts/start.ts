import type { ChildProcess } from 'node:child_process';
import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { ConfigError, type Env, readEnv } from '#platform/env.ts';
import { createLog } from '#platform/log.ts';
import { formatPeriod } from '#platform/period.ts';
import { printUsageIfAsked } from './cli/usage.ts';
import {
  type BackupSupervisor,
  chooseBackupPeriod,
  superviseBackups,
} from './start/backup-supervisor.ts';
import { type ClaimAddress, createClaimAddress } from './start/claim-address.ts';
import { type DatabaseSupervisor, superviseDatabase } from './start/database-supervisor.ts';
import { isPrepared } from './start/is-prepared.ts';
import {
  type ServerSupervisor,
  startChild,
  stopChild,
  superviseServer,
  waitForExit,
} from './start/server-supervisor.ts';
import { findServiceManager, type ServiceManager } from './start/service-manager.ts';

const USAGE = `Starts the forum: its database unless DATABASE_URL names one, what has to be built, filled or published first, and the
server. What it started it starts again when it dies. Ctrl-C ends all of it.

  npm start                 with the demo community, if nobody is in the database
  npm start -- --empty      without it: a forum of your own, which prints the address where its first administrator sets it up

PORT, HOST, DATA_DIR and the other variables of README.md say where.`;

const rootFolder = join(import.meta.dirname, '..');

let database: Promise<DatabaseSupervisor> | undefined;
let prepareProcess: ChildProcess | undefined;
let server: ServerSupervisor | undefined;
let backups: BackupSupervisor | undefined;
let serviceManager: ServiceManager | undefined;
let isEnding = false;

function requireWritable(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new ConfigError(
      `This user may not write ${folder} (${(error as NodeJS.ErrnoException).code}). Change its owner, or set DATA_DIR to a folder of your own.`,
    );
  }
}

async function stopAll(code: number): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  serviceManager?.stopping();
  if (prepareProcess) await stopChild(prepareProcess);
  await Promise.all([server?.stop(), backups?.stop()]);
  await (await database?.catch(() => undefined))?.stop();
  process.exit(code);
}

function welcomeText(env: Env, claim: ClaimAddress, backupMs: number): string {
  const login = env.OIDC_ISSUER
    ? `Log in with ${env.OIDC_ISSUER}`
    : 'Select "登录 / Log in" and pick a demo account, e.g. 若谷 (administrator) or 林间小路 (member)';
  const first = claim.address
    ? `This forum has no administrator yet. Open this link and log in to become the first one. It works once; keep it private.\n  ${claim.address}`
    : claim.startedEmpty
      ? 'Select "登录 / Log in" to log in'
      : login;
  const backup = backupMs
    ? `\n  A backup every ${formatPeriod(backupMs)}, the last ${env.BACKUP_KEEP} of them, in ${env.DATA_DIR}/backups`
    : '';
  return `\n  The forum is at ${env.SITE_URL}\n  ${first}\n  Data: ${env.DATA_DIR}  Pages: ${env.SITE_DIR}${backup}\n  Stop with Ctrl-C\n\n`;
}

async function main(): Promise<void> {
  if (printUsageIfAsked(USAGE)) return;
  process.chdir(rootFolder);
  const env = readEnv();
  const log = createLog(env.LOG_LEVEL);
  const manager = findServiceManager(log);
  serviceManager = manager;
  requireWritable(env.DATA_DIR);
  requireWritable(env.SITE_DIR);
  if (!env.DATABASE_URL) database = superviseDatabase(env.DATA_DIR, log, () => server?.restart());
  const databaseSupervisor = await database;
  const databaseUrl = () => databaseSupervisor?.url ?? (env.DATABASE_URL as string);
  const isEmptyAsked = process.argv.includes('--empty');
  if (!isEnding && (isEmptyAsked || !(await isPrepared(databaseUrl())))) {
    const options = isEmptyAsked ? ['--empty'] : [];
    prepareProcess = startChild('scripts/prepare.ts', databaseUrl(), [], options);
    const { code } = await waitForExit(prepareProcess);
    if (code !== 0) return stopAll(code ?? 1);
  }
  if (isEnding) return;
  const claim = await createClaimAddress(databaseUrl(), env);
  const everyMs = chooseBackupPeriod(env, claim.startedEmpty);
  const listening = () => {
    manager.ready();
    process.stdout.write(welcomeText(env, claim, everyMs));
    if (everyMs > 0 && !isEnding)
      backups = superviseBackups(databaseUrl, { everyMs, keep: env.BACKUP_KEEP }, log);
  };
  server = superviseServer(databaseUrl, log, listening, { onAnswer: manager.alive });
  await stopAll(await server.startFailed);
}

async function fail(error: unknown): Promise<void> {
  process.stderr.write(error instanceof ConfigError ? `${error.message}\n` : `${inspect(error)}\n`);
  await stopAll(1);
}

/** Milliseconds between two looks at whether npm is still there. */
const PARENT_POLL_MS = 500;

/** npm that is killed can't pass the signal on: what it started ends too. */
function exitWithNpm(): void {
  const npm = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(timer);
    void stopAll(0);
  }, PARENT_POLL_MS);
  timer.unref();
}

if (process.env.npm_lifecycle_event === 'start') exitWithNpm();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => void stopAll(0));
process.on('SIGUSR2', () => server?.toggleLogLevel());
process.on('uncaughtException', fail);
main().catch(fail);
