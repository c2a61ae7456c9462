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
 * Pictures are decoded in processes of their own. Nothing else stops a decoder: the library has no
 * exact limit of time, and a thread of it ends with its process only. A process has one picture at
 * a time, so killing it costs that picture alone. Processes start on demand and end when idle.
 */

/** Argument by which the built entry becomes a picture process. */
export type PictureProcessRole = 'pictures';
const ROLE: PictureProcessRole = 'pictures';
/** Megabytes for JavaScript, of which the process has little. */
const HEAP_MB = 64;
/** Seconds after which a picture may be sent again when no process could start. */
const RETRY_AFTER_SECONDS = 5;
/** The server's settings have passwords, which a process with bytes of users must not see. */
const PASSED_ENV: ReadonlySet<string> = new Set(['PATH', 'LD_LIBRARY_PATH', 'TMPDIR', 'LANG']);

/** The request to the process. */
export interface PictureRequest {
  picture: PictureToEncode;
  cpuMs: number;
  memoryMb: number;
}

/** `cpuMs`: milliseconds of processor time that the picture has used. */
export type PictureReply = { cpuMs: number } & (
  | { kind: 'encoded'; encoded: EncodedPicture }
  | { kind: 'refused'; code: ErrorCode }
  | { kind: 'exceeded'; reason: 'cpu' | 'memory' }
);

/** Why a process ended over a picture. */
export interface PictureProcessDeath {
  /** `failed`: it could not start, or left by itself; the picture need not be the reason. */
  reason: 'cpu' | 'memory' | 'timeout' | 'crash' | 'failed';
  kind: PictureToEncode['kind'];
  bytes: number;
  cpuMs?: number | undefined;
  error?: Error | undefined;
}

export interface PictureProcessSettings {
  /** The file that the process begins with: picture-process.ts, or the built entry. */
  entry?: URL;
  /** Called for each process that ended over a picture, unless its sender had left. */
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

  /** Before the first picture, as the built server does. */
  configure(settings: PictureProcessSettings): void {
    this.#settings = { ...this.#settings, ...settings };
  }

  /** Ids of the processes that exist. */
  get pids(): number[] {
    return [...this.#busy, ...this.#idle.keys()].flatMap(({ pid }) => pid ?? []);
  }

  /**
   * The same as encodeWebp(), in a process. Throws undecodable when the process exceeded a limit or
   * crashed, and unavailable when it failed or the signal ended it.
   */
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

  /** Ends the processes without work. */
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
    child.on('error', () => {}); // encode() has a listener while it matters
    return child;
  }

  /** Keeps a process for the next picture, without keeping this one alive. */
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

/** The pictures' processes of this process. */
export const pictureProcesses = new PictureProcesses();
