import { Worker } from 'node:worker_threads';
import { AppError, type ErrorCode } from '#contracts/errors.ts';
import { toCpuMs } from '#platform/cpu-time.ts';
import { FairQueue, type QueuedWork, type Share } from '#platform/fair-queue.ts';
import {
  MAX_MESSAGE_QUEUE,
  MESSAGE_BUDGET_MS,
  MESSAGE_DEADLINE_MS,
  MESSAGE_HEAP_MB,
  MESSAGE_MAX_MS,
  MESSAGE_WAIT_MS,
} from '#platform/limits.ts';
import { measureSlot } from '#platform/shared-slots.ts';
import type { SanitizedMessage, SanitizeOptions } from './sanitize.ts';
import type { SensitiveWord } from './word-filter.ts';

/*
 * Messages are made safe in a thread with memory and time of its own: what no limit foresees ends
 * the thread and costs the message that did it, never the server. One message is in the thread at a
 * time, so it is known which one that was; those behind it stay in the queue and go to the next
 * thread. The queue is fair: what somebody else sends never makes one wait for more than what is in
 * the thread.
 */

/** What a message is made safe for: posts go before previews, both before work nobody waits for. */
export type SanitizePurpose = 'post' | 'preview' | 'background';
const URGENCY: Readonly<Record<SanitizePurpose, number>> = { post: 0, preview: 1, background: 2 };

/** For whom and what a message is made safe. */
export interface SanitizeShare extends Share {
  purpose: SanitizePurpose;
}

/** What the thread is asked. */
export interface SanitizerRequest {
  source: string;
  options: Omit<SanitizeOptions, 'wordFilter'>;
  /** Whether it is screened for the words that were sent last. */
  isFiltered: boolean;
  /** Sent when they aren't those that the thread has. */
  words?: readonly SensitiveWord[];
}

/** What has become of a message. */
export type SanitizerResult =
  | { kind: 'made'; made: SanitizedMessage }
  | { kind: 'refused'; code: ErrorCode }
  | { kind: 'failed'; message: string };

/** `threadMs`: milliseconds of processor time that the thread has used since its start. */
export type SanitizerReply = ({ kind: 'ready' } | SanitizerResult) & { threadMs: number };

/** What `workerData` says to the built entry, of which every thread is started. */
export interface SanitizerThreadData {
  role: 'messages';
}

/** Why a thread ended. */
export interface SanitizerThreadDeath {
  reason: 'deadline' | 'crash';
  error?: Error | undefined;
  /** Characters of the message that was in it, if one was. */
  characters?: number | undefined;
}

export interface SanitizerThreadSettings {
  /** The file that the thread begins with: sanitizer-worker.ts, or the built entry. */
  entry?: URL;
  /** Called for each thread that ended without being asked to. */
  onDeath?: (death: SanitizerThreadDeath) => void;
  /** Milliseconds of processor time for a message. */
  deadlineMs?: number;
  /** Milliseconds for a message, however little of the processor it gets. */
  maxMs?: number;
  waitMs?: number;
  queueMax?: number;
  /** Milliseconds of the thread that a person may use at once; a tenth of the time from then on. */
  budgetMs?: number;
  heapMb?: number;
}

interface SanitizeTask {
  request: Omit<SanitizerRequest, 'words' | 'isFiltered'>;
  share: SanitizeShare;
  words: readonly SensitiveWord[] | undefined;
  retried: boolean;
  resolve(made: SanitizedMessage): void;
  reject(error: Error): void;
  /** Missing for background work, which waits for a slow start too: nobody waits for it. */
  waitTimer: NodeJS.Timeout | undefined;
}

/** The message in the thread. */
interface CurrentTask {
  task: SanitizeTask;
  /** The next check of its processor time. */
  check: NodeJS.Timeout;
  /** Its end if it hangs. */
  limit: NodeJS.Timeout;
  late: boolean;
  startedAt: number;
}

/** Threads that may fail to start one after the other until those who wait are told. */
const MAX_FAILED_STARTS = 3;
const YOUNG_GENERATION_MB = 24;

/** Milliseconds that a message of so many characters may take; most take a tenth of it. */
const EXPECTED_MS_PER_CHARACTER = 0.005;

const toQueuedWork = (task: SanitizeTask): QueuedWork<SanitizeTask> => ({
  task,
  share: task.share,
  urgency: URGENCY[task.share.purpose],
  expectedMs: 1 + task.request.source.length * EXPECTED_MS_PER_CHARACTER,
});

export class SanitizerThread {
  #settings: Required<Omit<SanitizerThreadSettings, 'onDeath'>> &
    Pick<SanitizerThreadSettings, 'onDeath'>;
  #worker: Worker | undefined;
  #ready = false;
  #failedStarts = 0;
  #words: readonly SensitiveWord[] | undefined;
  #queue: FairQueue<SanitizeTask>;
  /** What the thread didn't end with last: it goes before the queue. */
  #retry: SanitizeTask | undefined;
  #current: CurrentTask | undefined;
  /** Milliseconds of processor time that the thread had used when its last message was done. */
  #threadMs = 0;
  #warm: (() => void)[] = [];

  constructor(settings: SanitizerThreadSettings = {}) {
    this.#settings = {
      entry: new URL('./sanitizer-worker.ts', import.meta.url),
      deadlineMs: MESSAGE_DEADLINE_MS,
      maxMs: MESSAGE_MAX_MS,
      waitMs: MESSAGE_WAIT_MS,
      queueMax: MAX_MESSAGE_QUEUE,
      budgetMs: MESSAGE_BUDGET_MS,
      heapMb: MESSAGE_HEAP_MB,
      ...settings,
    };
    this.#queue = this.#createQueue();
  }

  #createQueue(): FairQueue<SanitizeTask> {
    const { queueMax, budgetMs } = this.#settings;
    return new FairQueue({
      maxWaiting: queueMax,
      burstMs: budgetMs,
    });
  }

  /** Before the first message, as the built server does. */
  configure(settings: SanitizerThreadSettings): void {
    this.#settings = { ...this.#settings, ...settings };
    const waiting = this.#queue.clear();
    this.#queue = this.#createQueue();
    for (const task of waiting) this.#enqueue(task);
  }

  #enqueue(task: SanitizeTask): void {
    const refused = this.#queue.add(toQueuedWork(task));
    if (!refused) return;
    clearTimeout(refused.waitTimer);
    refused.reject(new AppError('unavailable', { retryAfter: 2 }));
  }

  /** Messages in the thread, and in its queue. */
  get use(): { running: number; waiting: number } {
    return { running: this.#current ? 1 : 0, waiting: this.#queue.size };
  }

  /** Starts the thread; resolves when it has loaded what the first message needs, or could not. */
  warm(): Promise<void> {
    if (this.#ready) return Promise.resolve();
    const warmed = new Promise<void>((resolve) => void this.#warm.push(resolve));
    this.#start();
    return warmed;
  }

  /**
   * The same as sanitize(), in the thread. Throws `tooComplex`: beyond a limit, or the thread ended
   * over it (twice when it may have been the thread's fault); `unavailable`: too many wait;
   * `tooMany`: the person, or their address, has used what they may of the thread.
   */
  sanitize(
    source: string,
    options: Omit<SanitizeOptions, 'wordFilter'>,
    words?: readonly SensitiveWord[],
    share: SanitizeShare = { purpose: 'background' },
  ): Promise<SanitizedMessage> {
    const seconds = this.#queue.secondsUntilAllowed(share);
    if (seconds > 0)
      return Promise.reject(new AppError('tooMany', { retryAfter: seconds, values: { seconds } }));
    return new Promise((resolve, reject) => {
      const task: SanitizeTask = {
        request: { source, options },
        share,
        words,
        retried: false,
        resolve,
        reject,
        waitTimer: undefined,
      };
      this.#limitWait(task);
      this.#enqueue(task);
      this.#next();
    });
  }

  /** Ends the thread; who waits is told `unavailable`. It starts again when it is asked. */
  async stop(): Promise<void> {
    const worker = this.#worker;
    this.#forget();
    this.#rejectAll(new AppError('unavailable', { retryAfter: 2 }));
    await worker?.terminate();
  }

  #limitWait(task: SanitizeTask): void {
    if (task.share.purpose === 'background') return;
    task.waitTimer = setTimeout(() => this.#expire(task), this.#settings.waitMs);
  }

  #expire(task: SanitizeTask): void {
    if (this.#retry === task) this.#retry = undefined;
    else if (!this.#queue.remove(task)) return;
    task.reject(new AppError('unavailable', { retryAfter: 2 }));
  }

  #next(): void {
    if (this.#current || (!this.#retry && this.#queue.size === 0)) return;
    this.#start();
    if (!this.#ready) return;
    const task = this.#retry ?? (this.#queue.take()?.task as SanitizeTask);
    this.#retry = undefined;
    clearTimeout(task.waitTimer);
    const fresh = task.words !== undefined && task.words !== this.#words;
    if (fresh) this.#words = task.words;
    const { deadlineMs, maxMs } = this.#settings;
    const current: CurrentTask = {
      task,
      late: false,
      startedAt: performance.now(),
      check: setTimeout(() => this.#checkProcessorTime(current), deadlineMs),
      limit: setTimeout(() => this.#late(), maxMs),
    };
    this.#current = current;
    const request: SanitizerRequest = {
      ...task.request,
      isFiltered: task.words !== undefined,
      ...(fresh && task.words ? { words: task.words } : {}),
    };
    this.#worker?.ref();
    this.#worker?.postMessage(request);
  }

  /** Ends a message that has used its processor time. Others may have the processor meanwhile. */
  #checkProcessorTime(current: CurrentTask): void {
    const check = (usage: NodeJS.CpuUsage) => {
      if (this.#current !== current) return;
      const leftMs = this.#settings.deadlineMs - (toCpuMs(usage) - this.#threadMs);
      if (leftMs <= 0) this.#late();
      else current.check = setTimeout(() => this.#checkProcessorTime(current), leftMs);
    };
    this.#worker?.cpuUsage().then(check, () => {}); // it has ended by itself
  }

  #late(): void {
    if (this.#current) this.#current.late = true;
    this.#worker?.terminate().catch(() => {}); // it has ended by itself
  }

  #answered(answer: SanitizerReply): void {
    const cpuMs = answer.threadMs - this.#threadMs;
    this.#threadMs = answer.threadMs;
    if (answer.kind === 'ready') {
      this.#ready = true;
      this.#failedStarts = 0;
      this.#worker?.unref();
      for (const resolve of this.#warm.splice(0)) resolve();
      this.#next();
      return;
    }
    const current = this.#current;
    if (!current) return;
    this.#finishCurrent(cpuMs);
    this.#worker?.unref();
    if (answer.kind === 'made') current.task.resolve(answer.made);
    else if (answer.kind === 'refused') current.task.reject(new AppError(answer.code));
    else current.task.reject(new Error(`A message could not be made safe: ${answer.message}`));
    this.#next();
  }

  #start(): void {
    if (this.#worker) return;
    const { entry, heapMb } = this.#settings;
    const worker = new Worker(entry, {
      workerData: { role: 'messages' } satisfies SanitizerThreadData,
      resourceLimits: {
        maxOldGenerationSizeMb: heapMb,
        maxYoungGenerationSizeMb: YOUNG_GENERATION_MB,
      },
    });
    this.#worker = worker;
    let error: Error | undefined;
    worker.on(
      'message',
      (answer: SanitizerReply) => worker === this.#worker && this.#answered(answer),
    );
    worker.on('error', (thrown: Error) => {
      error = thrown;
    });
    worker.on('exit', () => worker === this.#worker && this.#died(error));
  }

  /** What is in the thread is over: its time is counted, all of it when the thread can't say. */
  #finishCurrent(cpuMs?: number): void {
    if (!this.#current) return;
    const { task, check, limit, startedAt } = this.#current;
    clearTimeout(check);
    clearTimeout(limit);
    this.#queue.charge(task.share, cpuMs ?? performance.now() - startedAt);
    this.#current = undefined;
  }

  #forget(): void {
    this.#worker = undefined;
    this.#ready = false;
    this.#words = undefined;
    this.#threadMs = 0;
  }

  #died(error: Error | undefined): void {
    const current = this.#current;
    const started = this.#ready;
    this.#forget();
    this.#finishCurrent();
    this.#settings.onDeath?.({
      reason: current?.late ? 'deadline' : 'crash',
      error,
      characters: current?.task.request.source.length,
    });
    if (current) {
      const { task, late } = current;
      if (late || task.retried) task.reject(new AppError('tooComplex', { cause: error }));
      else {
        // Perhaps it only came last to a thread whose memory was full.
        task.retried = true;
        this.#limitWait(task);
        this.#retry = task;
      }
    }
    if (!started && ++this.#failedStarts >= MAX_FAILED_STARTS) {
      this.#failedStarts = 0;
      for (const resolve of this.#warm.splice(0)) resolve();
      this.#rejectAll(error ?? new Error('The thread that makes messages safe does not start.'));
      return;
    }
    this.#start();
  }

  #rejectAll(error: Error): void {
    const tasks = [this.#current?.task, this.#retry, ...this.#queue.clear()];
    this.#finishCurrent();
    this.#retry = undefined;
    for (const task of tasks) {
      if (!task) continue;
      clearTimeout(task.waitTimer);
      task.reject(error);
    }
  }
}

/** The process's thread for messages. */
export const sanitizerThread = new SanitizerThread();
measureSlot('messages', () => sanitizerThread.use);
