import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { createBackoff } from '#platform/backoff.ts';
import { readEnv } from '#platform/env.ts';
import { SERVER_STOP_MS } from '#platform/limits.ts';
import type { Logger } from '#platform/log.ts';
import { describeHang } from './describe-hang.ts';
import { watchLiveness } from './liveness.ts';
import { SERVER_ENV, SERVER_FLAGS } from './server-flags.ts';

const root = join(import.meta.dirname, '../..');

/** Longer than the server's own limit. */
const CHILD_STOP_MS = SERVER_STOP_MS + 4_000;
/** Length of the stderr tail that explains an exit. */
const MAX_STDERR_CHARACTERS = 4_000;

export const hasEnded = (child: ChildProcess): boolean =>
  child.exitCode !== null || child.signalCode !== null;

/** Wait for the last stderr output; a grandchild may hold the pipe open for ever. */
const STDERR_GRACE_MS = 1_000;

export interface Exit {
  /** null if a signal ended it. */
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** Resolves when a child has ended and its output has arrived. */
export const waitForExit = (child: ChildProcess): Promise<Exit> =>
  new Promise((resolve) => {
    const resolveExit = () => resolve({ code: child.exitCode, signal: child.signalCode });
    if (hasEnded(child)) return resolveExit();
    child.once('exit', () => setTimeout(resolveExit, STDERR_GRACE_MS).unref());
    child.once('close', resolveExit);
  });

/**
 * Starts one of the project's programs with Node flags and options. Its IPC channel closes if this
 * process is killed, and it then ends. `output` gets its stdout; default: this process's.
 */
export function startChild(
  file: string,
  databaseUrl: string,
  flags: readonly string[] = [],
  options: readonly string[] = [],
  output?: Writable,
): ChildProcess {
  const child = spawn(process.execPath, [...flags, join(root, file), ...options], {
    cwd: root,
    stdio: ['ignore', output ? 'pipe' : 'inherit', 'pipe', 'ipc'],
    env: { ...SERVER_ENV, ...process.env, DATABASE_URL: databaseUrl },
  });
  if (output) child.stdout?.pipe(output, { end: false });
  child.stderr?.pipe(process.stderr, { end: false });
  return child;
}

/** Stops a child gracefully, or by force after a timeout. */
export async function stopChild(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  child.kill('SIGTERM');
  const drainMs = readEnv().DRAIN_SECONDS * 1_000;
  const forced = setTimeout(() => child.kill('SIGKILL'), drainMs + CHILD_STOP_MS);
  await waitForExit(child);
  clearTimeout(forced);
}

/** Records a child's stderr; the returned function gives its tail. */
export function collectLastWords(child: ChildProcess): () => string {
  let lastWords = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    lastWords = (lastWords + chunk.toString()).slice(-MAX_STDERR_CHARACTERS);
  });
  return () => lastWords;
}

export function describeExit(
  code: number | null,
  signal: NodeJS.Signals | null,
  lastWords: string,
): string {
  if (/heap out of memory/i.test(lastWords)) return 'it reached its memory limit';
  if (signal === 'SIGKILL')
    return 'it was killed: by an operator, or by the system because memory ran out';
  const lines = lastWords.split('\n').filter((line) => line.trim() !== '');
  const error = lines.find((line) => /^\s*(\w*Error|FATAL)\b/.test(line)) ?? lines.at(-1);
  return `${signal ? `signal ${signal}` : `exit code ${code}`}${error ? `: ${error.trim().slice(0, 300)}` : ''}`;
}

export interface ServerSupervisor {
  /** Resolves with the exit code if the server ends before it ever listened: a setting is wrong. */
  startFailed: Promise<number>;
  /** Restarts the server, e.g. because the database has another address. */
  restart(): void;
  /** See changeLogLevelOnSignal. */
  toggleLogLevel(): void;
  stop(): Promise<void>;
}

/** Ends a hanging server, and logs where it hangs. */
async function endHanging(child: ChildProcess, log: Logger): Promise<void> {
  const stack = await describeHang(child);
  log.fatal({ pid: child.pid, stack }, 'server.hung');
  child.kill('SIGKILL');
}

export interface SupervisorSettings {
  /** The program, relative to the project's folder. */
  file?: string;
  /** Milliseconds between pings. */
  pingMs?: number;
  /** Called for each answered ping. */
  onAnswer?: () => void;
  /** Gets the server's stdout. */
  output?: Writable | undefined;
}

/** Runs the built server, and restarts it when it ends or hangs, with growing delays. */
export function superviseServer(
  databaseUrl: () => string,
  log: Logger,
  listening: () => void,
  { file = 'dist/server/entry.mjs', pingMs, onAnswer, output }: SupervisorSettings = {},
): ServerSupervisor {
  const backoff = createBackoff();
  let child: ChildProcess;
  let timer: NodeJS.Timeout | undefined;
  let stopWatching = () => {};
  let stopping = false;
  let everListened = false;
  let listener: ChildProcess | undefined;
  let fail: (code: number) => void;
  const startFailed = new Promise<number>((resolve) => {
    fail = resolve;
  });

  const start = () => {
    const started = startChild(file, databaseUrl(), SERVER_FLAGS, [], output);
    child = started;
    const began = performance.now();
    const lastWords = collectLastWords(started);
    started.once('message', () => {
      if (everListened) log.warn({ pid: started.pid }, 'server.restarted');
      else listening();
      everListened = true;
      listener = started;
      stopWatching = watchLiveness(started, () => void endHanging(started, log), pingMs, onAnswer);
    });
    void waitForExit(started).then(({ code, signal }) => {
      if (stopping) return;
      if (!everListened && code !== null) return fail(code);
      const pause = backoff.nextPauseMs(performance.now() - began);
      const reason = describeExit(code, signal, lastWords());
      log.error({ code, signal, reason, times: backoff.failures, pause }, 'server.exited');
      timer = setTimeout(start, pause);
    });
  };
  start();

  return {
    startFailed,
    restart: () => void child.kill('SIGTERM'),
    toggleLogLevel() {
      // the signal would end a server that doesn't handle it yet
      if (listener === child && !hasEnded(child)) child.kill('SIGUSR2');
    },
    async stop() {
      stopping = true;
      stopWatching();
      clearTimeout(timer);
      await stopChild(child);
    },
  };
}
