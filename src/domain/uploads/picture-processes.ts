import { type ChildProcess, fork } from 'node:child_process';
import { AppError, type ErrorCode } from '#contracts/errors.ts';
import {
  PICTURE_CPU_MS,
  PICTURE_IDLE_MS,
  PICTURE_MEMORY_MB,
  PICTURE_TIMEOUT_MS,
} from '#platform/limits.ts';
import type { EncodedPicture, PictureToEncode } from './encode-webp.ts';

/*
 * Pictures are decoded in separate processes, because the library has no exact time limit and only
 * killing the process ends its threads. One picture per process at a time, so a kill affects only
 * that picture. Processes start on demand and end when idle.
 */

/** Argument that makes the built entry a picture process. */
export type PictureProcessRole = 'pictures';
const ROLE: PictureProcessRole = 'pictures';
/** JavaScript heap, which the process hardly uses. */
const HEAP_MB = 64;
/** Seconds until a retry if no process could start. */
const RETRY_AFTER_SECONDS = 5;
/** Excludes the server's secrets from a process with untrusted bytes. */
const PASSED_ENV: ReadonlySet<string> = new Set(['PATH', 'LD_LIBRARY_PATH', 'TMPDIR', 'LANG']);

export interface PictureRequest {
  picture: PictureToEncode;
  cpuMs: number;
  memoryMb: number;
}

/** `cpuMs`: milliseconds of processor time for the picture. */
export type PictureReply = { cpuMs: number } & (
  | { kind: 'encoded'; encoded: EncodedPicture }
  | { kind: 'refused'; code: ErrorCode }
  | { kind: 'exceeded'; reason: 'cpu' | 'memory' }
);

export interface PictureProcessDeath {
  /** `failed`: it could not start, or exited by itself; the picture need not be the cause. */
  reason: 'cpu' | 'memory' | 'timeout' | 'crash' | 'failed';
  kind: PictureToEncode['kind'];
  bytes: number;
  cpuMs?: number | undefined;
  error?: Error | undefined;
}

export interface PictureProcessSettings {
  /** Entry file: picture-process.ts, or the built entry. */
  entry?: URL;
  /** Called if a process ended during a picture, unless its client had disconnected. */
  onDeath?: (death: PictureProcessDeath) => void;
  cpuMs?: number;
  memoryMb?: number;
  timeoutMs?: number;
  idleMs?: number;
}

export class PictureProcesses {
  #settings: Required<PictureProcessSettings>;
  readonly #idle = new Map<ChildProcess, NodeJS.Timeout>();
  readonly #busy = new Set<ChildProcess>();

  constructor(settings: PictureProcessSettings = {}) {
    this.#settings = {
      entry: new URL('./picture-process.ts', import.meta.url),
      onDeath: () => {},
      cpuMs: PICTURE_CPU_MS,
      memoryMb: PICTURE_MEMORY_MB,
      timeoutMs: PICTURE_TIMEOUT_MS,
      idleMs: PICTURE_IDLE_MS,
      ...settings,
    };
  }

  /** The built server calls it before the first picture. */
  configure(settings: PictureProcessSettings): void {
    this.#settings = { ...this.#settings, ...settings };
  }

  get pids(): number[] {
    return [...this.#busy, ...this.#idle.keys()].flatMap(({ pid }) => pid ?? []);
  }

  /** Throws undecodable (limit exceeded or crash), unavailable (failed process or abort). */
  encode(picture: PictureToEncode, signal?: AbortSignal): Promise<EncodedPicture> {
    const { cpuMs, memoryMb, timeoutMs } = this.#settings;
    const child = this.#take();
    const { promise, resolve, reject } = Promise.withResolvers<EncodedPicture>();
    const end = (death?: Omit<PictureProcessDeath, 'kind' | 'bytes'>) => {
      stop();
      child.kill('SIGKILL');
      if (death)
        this.#settings.onDeath({ ...death, kind: picture.kind, bytes: picture.bytes.length });
      reject(
        death && death.reason !== 'failed'
          ? new AppError('undecodable', { cause: death.error })
          : new AppError('unavailable', { retryAfter: RETRY_AFTER_SECONDS, cause: death?.error }),
      );
    };
    const onAbort = () => end();
    const onExit = (code: number | null) => end({ reason: code === null ? 'crash' : 'failed' });
    const onError = (error: Error) => end({ reason: 'failed', error });
    const onMessage = (reply: PictureReply) => {
      if (reply.kind === 'exceeded') return end({ reason: reply.reason, cpuMs: reply.cpuMs });
      stop();
      this.#release(child);
      if (reply.kind === 'encoded') resolve(reply.encoded);
      else reject(new AppError(reply.code));
    };
    const timer = setTimeout(() => end({ reason: 'timeout' }), timeoutMs);
    const stop = () => {
      clearTimeout(timer);
      this.#busy.delete(child);
      signal?.removeEventListener('abort', onAbort);
      child.off('message', onMessage).off('exit', onExit).off('error', onError);
    };
    signal?.addEventListener('abort', onAbort);
    child.on('message', onMessage).on('exit', onExit).on('error', onError);
    const request: PictureRequest = { picture, cpuMs, memoryMb };
    // without a channel there is an error event; a broken one is followed by the exit event
    child.send?.(request, () => {});
    return promise;
  }

  /** Ends idle processes. */
  stop(): void {
    for (const child of this.#idle.keys()) this.#end(child);
  }

  #take(): ChildProcess {
    const [idle] = this.#idle.keys();
    const child = idle ?? this.#start();
    clearTimeout(this.#idle.get(child));
    this.#idle.delete(child);
    this.#busy.add(child);
    child.ref();
    child.channel?.ref();
    return child;
  }

  #start(): ChildProcess {
    const child = fork(this.#settings.entry, [ROLE], {
      execArgv: [`--max-old-space-size=${HEAP_MB}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: Object.fromEntries(Object.entries(process.env).filter(([name]) => PASSED_ENV.has(name))),
    });
    child.on('exit', () => {
      clearTimeout(this.#idle.get(child));
      this.#idle.delete(child);
    });
    child.on('error', () => {}); // encode() listens while it matters
    return child;
  }

  /** Keeps an idle process for reuse; unref lets this process exit. */
  #release(child: ChildProcess): void {
    child.unref();
    child.channel?.unref();
    this.#idle.set(child, setTimeout(() => this.#end(child), this.#settings.idleMs).unref());
  }

  #end(child: ChildProcess): void {
    clearTimeout(this.#idle.get(child));
    this.#idle.delete(child);
    child.kill('SIGKILL');
  }
}

export const pictureProcesses = new PictureProcesses();
