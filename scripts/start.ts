import type { ChildProcess } from 'node:child_process';
import { accessSync, constants, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { ConfigError, type Env, readEnv } from '#platform/env.ts';
import { createLog } from '#platform/log.ts';
import { listenOn } from '../src/server/listen-on.ts';
import { REPORT_OPTION } from './cli/progress.ts';
import { printUsageIfAsked } from './cli/usage.ts';
import {
  type BackupSupervisor,
  chooseBackupPeriod,
  superviseBackups,
} from './start/backup-supervisor.ts';
import { createClaimAddress } from './start/claim-address.ts';
import { type DatabaseSupervisor, superviseDatabase } from './start/database-supervisor.ts';
import { isPrepared } from './start/is-prepared.ts';
import { requireSessions } from './start/require-sessions.ts';
import {
  type ServerSupervisor,
  startChild,
  stopChild,
  superviseServer,
  waitForExit,
} from './start/server-supervisor.ts';
import { findServiceManager, type ServiceManager } from './start/service-manager.ts';
import { openTerminal, type Terminal } from './start/terminal.ts';
import { welcomeLines, welcomeText } from './start/welcome.ts';

const USAGE = `Starts the forum: its database (unless DATABASE_URL is set) and the server. Builds the site, fills the database and
publishes pages first if necessary. Restarts its processes if they exit. Stop it with Ctrl-C.

  npm start                 with the demo community, if the database is empty
  npm start -- --empty      without it: your own forum; prints the address where its first administrator sets it up

PORT, HOST, DATA_DIR and other variables configure it, see scripts/deploy/README.md.`;

const rootFolder = join(import.meta.dirname, '..');

let terminal: Terminal | undefined;
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
  terminal?.endStep();
  if (terminal && code === 0) process.stdout.write('\n  Stopping …\n');
  if (prepareProcess) await stopChild(prepareProcess);
  await Promise.all([server?.stop(), backups?.stop()]);
  await (await database?.catch(() => undefined))?.stop();
  if (terminal && code === 0) terminal.print('Stopped. To start again: npm start');
  process.exit(code);
}

/** Throws ConfigError early if the port is taken: a first start prepares for a minute. */
async function requireFreePort(env: Env): Promise<void> {
  const probe = createServer();
  await listenOn(probe, env);
  await new Promise((resolve) => probe.close(resolve));
}

/** Builds, seeds and publishes what is missing. Returns whether the server can start. */
async function prepare(databaseUrl: string, options: readonly string[]): Promise<boolean> {
  const reporting = terminal ? [...options, REPORT_OPTION] : options;
  prepareProcess = startChild('scripts/prepare.ts', databaseUrl, [], reporting, terminal?.logFile);
  terminal?.followSteps(prepareProcess);
  const { code } = await waitForExit(prepareProcess);
  if (code !== 0) await stopAll(code ?? 1);
  return code === 0;
}

async function main(): Promise<void> {
  if (printUsageIfAsked(USAGE)) return;
  process.chdir(rootFolder);
  const env = readEnv();
  requireWritable(env.DATA_DIR);
  requireWritable(env.SITE_DIR);
  for (const variable of ['DATABASE_URL', 'DATABASE_REPLICA_URL'] as const) {
    const url = env[variable];
    if (url) await requireSessions(variable, url);
  }
  if (process.stdout.isTTY) terminal = openTerminal(env.DATA_DIR, process.stdout);
  const output = terminal?.logFile;
  const log = createLog(env.LOG_LEVEL, terminal?.log);
  const manager = findServiceManager(log);
  serviceManager = manager;
  if (!env.DATABASE_URL) terminal?.print('Starting the database …');
  if (!env.DATABASE_URL) database = superviseDatabase(env.DATA_DIR, log, () => server?.restart());
  const databaseSupervisor = await database;
  const databaseUrl = () => databaseSupervisor?.url ?? (env.DATABASE_URL as string);
  const isEmptyAsked = process.argv.includes('--empty');
  const isReady = isEnding || (await isPrepared(databaseUrl(), env));
  if (!isEnding && (isEmptyAsked || !isReady)) {
    await requireFreePort(env);
    if (!isReady)
      terminal?.print(
        'Preparing the forum. The first start takes a minute or two, later ones seconds.',
      );
    if (!(await prepare(databaseUrl(), isEmptyAsked ? ['--empty'] : []))) return;
  }
  if (isEnding) return;
  const claim = await createClaimAddress(databaseUrl(), env);
  const everyMs = chooseBackupPeriod(env, claim.startedEmpty);
  const listening = () => {
    manager.ready();
    if (terminal) terminal.printBox(welcomeLines(env, claim, everyMs, terminal.logPath));
    else process.stdout.write(welcomeText(env, claim, everyMs));
    if (everyMs > 0 && !isEnding)
      backups = superviseBackups(databaseUrl, { everyMs, keep: env.BACKUP_KEEP, output }, log);
  };
  terminal?.print('Starting the server …');
  server = superviseServer(databaseUrl, log, listening, { onAnswer: manager.alive, output });
  await stopAll(await server.startFailed);
}

async function fail(error: unknown): Promise<void> {
  process.stderr.write(error instanceof ConfigError ? `${error.message}\n` : `${inspect(error)}\n`);
  await stopAll(1);
}

/** Interval of checks whether npm is alive. */
const PARENT_POLL_MS = 500;

/** A killed npm can't forward its signal, so its children end on their own. */
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
