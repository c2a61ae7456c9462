import { Worker } from 'node:worker_threads';
import { AppError, type ErrorCode } from '#contracts/errors.ts';
import { toCpuMs } from '#platform/cpu-time.ts';
import { FairQueue, type QueuedWork, type Share } from '#platform/fair-queue.ts';
import {
  MAX_MESSAGE_QUEUE,
  MESSAGE_BUDGET_MS,
  MESSAGE_DEADLINE_MS,
  MESSAGE_HEAP_MB,
  MESSAGE_IDLE_MS,
  MESSAGE_MAX_MS,
  MESSAGE_WAIT_MS,
} from '#platform/limits.ts';
import { measureSlot } from '#platform/shared-slots.ts';
import type { SanitizedMessage, SanitizeOptions } from './sanitize.ts';
import type { SensitiveWord } from './word-filter.ts';

/*
 * Sanitizes messages in a thread with limits on memory and time: an unforeseen message ends the
 * thread, not the server. The thread holds one message at a time, so the culprit is known. The
 * queue is fair: other authors delay a message at most by the one in the thread.
 */

/** Purposes in the order of their urgency. */
export type SanitizePurpose = 'post' | 'preview' | 'background';
const URGENCY: Readonly<Record<SanitizePurpose, number>> = { post: 0, preview: 1, background: 2 };

export interface SanitizeShare extends Share {
  purpose: SanitizePurpose;
}

export interface SanitizerRequest {
  source: string;
  options: Omit<SanitizeOptions, 'wordFilter'>;
  /** Whether the thread screens it for the words that were sent last. */
  isFiltered: boolean;
  /** Sent if they differ from the thread's words. */
  words?: readonly SensitiveWord[];
}

export type SanitizerResult =
  | { kind: 'made'; made: SanitizedMessage }
  | { kind: 'refused'; code: ErrorCode }
  | { kind: 'failed'; message: string };

/** `threadMs`: milliseconds of CPU time since the start of the thread. */
export type SanitizerReply = ({ kind: 'ready' } | SanitizerResult) & { threadMs: number };

/** `workerData` for the built entry, which starts every kind of thread. */
export interface SanitizerThreadData {
  role: 'messages';
}

export interface SanitizerThreadDeath {
  reason: 'deadline' | 'crash';
  error?: Error | undefined;
  /** Characters of the message that the thread was processing, if any. */
  characters?: number | undefined;
}

export interface SanitizerThreadSettings {
  /** The thread's script: sanitizer-worker.ts, or the built entry. */
  entry?: URL;
  /** Called for each thread that ended unexpectedly. */
  onDeath?: (death: SanitizerThreadDeath) => void;
  /** Milliseconds of CPU time per message. */
  deadlineMs?: number;
  /** Milliseconds of wall-clock time per message. */
  maxMs?: number;
  waitMs?: number;
  queueMax?: number;
  /** Burst per author in milliseconds of the thread; see FairQueue. */
  budgetMs?: number;
  heapMb?: number;
  /** Milliseconds without a message after which the thread ends, to free its memory. */
  idleMs?: number;
}

interface SanitizeTask {
  request: Omit<SanitizerRequest, 'words' | 'isFiltered'>;
  share: SanitizeShare;
  words: readonly SensitiveWord[] | undefined;
  retried: boolean;
  resolve(made: SanitizedMessage): void;
  reject(error: Error): void;
  /** Undefined for background work, which waits without a limit. */
  waitTimer: NodeJS.Timeout | undefined;
}

interface CurrentTask {
  task: SanitizeTask;
  check: NodeJS.Timeout;
  limit: NodeJS.Timeout;
  late: boolean;
  startedAt: number;
}

/** Consecutive failed starts after which all queued messages fail. */
const MAX_FAILED_STARTS = 3;
const YOUNG_GENERATION_MB = 24;

/** Milliseconds expected per character; most messages take a tenth of it. */
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
  /** The message in the thread when it crashed; it is retried before the queue. */
  #retry: SanitizeTask | undefined;
  #current: CurrentTask | undefined;
  /** The thread's CPU milliseconds after its last message. */
  #threadMs = 0;
  #warm: (() => void)[] = [];
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(settings: SanitizerThreadSettings = {}) {
    this.#settings = {
      entry: new URL('./sanitizer-worker.ts', import.meta.url),
      deadlineMs: MESSAGE_DEADLINE_MS,
      maxMs: MESSAGE_MAX_MS,
      waitMs: MESSAGE_WAIT_MS,
      queueMax: MAX_MESSAGE_QUEUE,
      budgetMs: MESSAGE_BUDGET_MS,
      heapMb: MESSAGE_HEAP_MB,
      idleMs: MESSAGE_IDLE_MS,
      ...settings,
    };
    this.#queue = this.#createQueue();
  }

  #createQueue(): FairQueue<SanitizeTask> {
    const { queueMax, budgetMs } = this.#settings;
    return new FairQueue({ maxWaiting: queueMax, burstMs: budgetMs });
  }

  /** Call before the first message, as the built server does. */
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

  get use(): { running: number; waiting: number } {
    return { running: this.#current ? 1 : 0, waiting: this.#queue.size };
  }

  /**
   * Starts the thread, or keeps it for the next message. Resolves when it is ready, or failed to
   * start.
   */
  warm(): Promise<void> {
    if (this.#ready) {
      this.#idleTimer?.refresh();
      return Promise.resolve();
    }
    const warmed = new Promise<void>((resolve) => void this.#warm.push(resolve));
    this.#start();
    return warmed;
  }

  /**
   * Runs sanitize() in the thread. Throws `tooComplex`: over a limit or deadline, or it crashed the
   * thread twice. Throws `unavailable` (queue full or wait too long) and `tooMany` (the author's or
   * address's share is used up).
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

  /**
   * Ends the thread and rejects its messages with `unavailable`. The next message starts it again.
   */
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
    if (this.#current) return;
    if (!this.#retry && this.#queue.size === 0) {
      this.#idleTimer?.refresh();
      return;
    }
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

  /**
   * Ends a message over its CPU time. On a busy machine the timer fires too early and is set again.
   */
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
    else current.task.reject(new Error(`Sanitizing a message failed: ${answer.message}`));
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
    this.#idleTimer = setInterval(() => this.#endIfIdle(), this.#settings.idleMs).unref();
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

  /** Charges the author for the message's CPU time, or its wall-clock time if the thread died. */
  #finishCurrent(cpuMs?: number): void {
    if (!this.#current) return;
    const { task, check, limit, startedAt } = this.#current;
    clearTimeout(check);
    clearTimeout(limit);
    this.#queue.charge(task.share, cpuMs ?? performance.now() - startedAt);
    this.#current = undefined;
  }

  #endIfIdle(): void {
    if (!this.#ready || this.#current || this.#retry) return;
    const worker = this.#worker;
    this.#forget();
    worker?.terminate().catch(() => {}); // it has ended by itself
  }

  #forget(): void {
    clearInterval(this.#idleTimer);
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
        // The previous messages may have filled the memory: retry once.
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

export const sanitizerThread = new SanitizerThread();
measureSlot('messages', () => sanitizerThread.use);
