import { Worker } from 'node:worker_threads';
import { createBackoff } from '#platform/backoff.ts';
import {
  RENDERER_HEAP_MB,
  RENDERER_START_TIMEOUT_MS,
  RENDERER_TIMEOUT_MS,
} from '#platform/limits.ts';
import { withTimeout } from '#platform/timeout.ts';
import type { PageFinding } from '#publish/audit/compare-pages.ts';
import type { PublishOutcome } from '#publish/render/publisher.ts';
import {
  createRenderingMemory,
  readHeartbeatCount,
  readRenderingPaths,
} from '#publish/render/rendering-marks.ts';

export interface RendererData {
  role: 'renderer';
  /** Distinguishes the renderers of one process. */
  name: string;
  /** Fingerprint of the templates. */
  build: string;
  /** Also runs the publisher's loops and maintenance. */
  maintains: boolean;
  databaseUrl: string;
  /** See publish/render/rendering-marks.ts. */
  marks: SharedArrayBuffer;
}
/** A page that is rendered without being published. */
export interface ShownPage {
  status: number;
  body: string;
}

/** Tasks of the thread. */
export interface RendererTasks {
  publish(paths: readonly string[]): Promise<PublishOutcome[]>;
  /** Compares the files of these pages with the database. */
  check(paths: readonly string[]): Promise<PageFinding[]>;
  /** Renders a page without publishing it; `allowed`: for a reader with extra access. */
  renderOnce(path: string, allowed: boolean): Promise<ShownPage>;
  /** Metrics of the thread's registry. */
  readMetrics(): Promise<object[]>;
}

/** A task with its arguments, or `stop`. */
export interface RendererRequest {
  id: number;
  task: keyof RendererTasks | 'stop';
  args: readonly unknown[];
}
export interface RendererAnswer {
  /** CAUGHT_UP_ID: no response, but the signal that pending posts are rendered. */
  id: number;
  /** The task's result. */
  result?: unknown;
  error?: string;
}

/** Tasks reject on a timeout, or if two renderers died with the request. */
export interface Renderer extends RendererTasks {
  /** Whether the thread exists and recently sent a heartbeat. */
  readonly isAlive: boolean;
  /** Whether the posts pending at the start are rendered or given up; true without loops. */
  readonly hasCaughtUp: boolean;
  stop(): Promise<void>;
}

export interface RendererOptions {
  /** Called when the thread died, with the pages in rendering; a restart waits for it. */
  onDeath(error: Error, paths: readonly string[]): Promise<void> | void;
  /** Megabytes of the young generation. */
  young?: number;
  /** Megabytes of the old generation. */
  heapMb?: number;
  hangMs?: number;
  /** Milliseconds for a request; by default they depend on the number of pages. */
  deadlineMs?: number;
}

interface PendingCall {
  request: RendererRequest;
  /** The number of threads that died with it. */
  tries: number;
  settle(answer: RendererAnswer | Error): void;
}

/** A command that renders all pages is a third faster with more; servers save the memory. */
export const YOUNG_HEAP_MB = { server: 24, everything: 128 } as const;
export const HEARTBEAT_MS = 1_000;
/** The id of the message that the thread has caught up. */
export const CAUGHT_UP_ID = 0;
/** Missing heartbeats after which the thread counts as unavailable: busy or hanging. */
const MAX_MISSED_BEATS = 5;
const RESTART_PAUSES = { firstMs: 100, lastMs: 10_000 };
/** Threads that may die with one request. */
const MAX_TRIES = 2;
/** Milliseconds for a request, and more for each page. */
const DEADLINE_MS = {
  publish: 20_000,
  check: 60_000,
  renderOnce: 15_000,
  readMetrics: 2_000,
  perPage: 500,
} as const;

const getDeadlineMs = (task: keyof RendererTasks, [paths]: readonly unknown[]): number =>
  DEADLINE_MS[task] + (Array.isArray(paths) ? paths.length * DEADLINE_MS.perPage : 0);

/** Starts the renderer's thread, restarts it if it dies or hangs, and repeats its requests once. */
export function startRenderer(
  entry: URL,
  data: Omit<RendererData, 'role' | 'marks'>,
  {
    onDeath,
    young = YOUNG_HEAP_MB.server,
    heapMb = RENDERER_HEAP_MB,
    hangMs = RENDERER_TIMEOUT_MS,
    deadlineMs,
  }: RendererOptions,
): Renderer {
  const waiting = new Map<number, PendingCall>();
  let lastId = 0;
  const restarts = createBackoff(RESTART_PAUSES);
  let stopping = false;
  let worker: Worker | undefined;
  let missedBeats = 0;
  let hasCaughtUp = !data.maintains;
  let restart: NodeJS.Timeout | undefined;

  const sendToWorker = (call: PendingCall) => {
    call.tries++;
    worker?.postMessage(call.request);
  };

  /** Starts the next thread. Never throws: the next thread must start. */
  const restartAfterDeath = async (error: Error, memory: SharedArrayBuffer, lived: number) => {
    for (const call of waiting.values()) if (call.tries >= MAX_TRIES) call.settle(error);
    // nobody is waiting any more
    await Promise.resolve(onDeath(error, readRenderingPaths(memory))).catch(() => {});
    if (!stopping) restart = setTimeout(start, restarts.nextPauseMs(lived));
  };

  function start(): void {
    const memory = createRenderingMemory();
    const startedAtMs = performance.now();
    const thread = new Worker(entry, {
      workerData: { ...data, role: 'renderer', marks: memory } satisfies RendererData,
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: young },
    });
    worker = thread;
    let reason: Error | undefined;
    thread.on('message', (answer: RendererAnswer) => {
      if (answer.id === CAUGHT_UP_ID) hasCaughtUp = true;
      else waiting.get(answer.id)?.settle(answer);
    });
    thread.on('error', (error: Error) => {
      reason = error;
    });

    // Counted in checks of this thread, not by the clock: a suspended machine isn't a hang.
    let lastHeartbeat = 0;
    missedBeats = 0;
    const hangTimer = setInterval(() => {
      const beats = readHeartbeatCount(memory);
      missedBeats = beats === lastHeartbeat ? missedBeats + 1 : 0;
      lastHeartbeat = beats;
      if (missedBeats * HEARTBEAT_MS < (beats === 0 ? RENDERER_START_TIMEOUT_MS : hangMs)) return;
      reason = new Error('the renderer hangs');
      missedBeats = 0;
      thread.terminate().catch(() => {}); // it has already ended
    }, HEARTBEAT_MS);
    hangTimer.unref();

    thread.on('exit', () => {
      clearInterval(hangTimer);
      if (worker === thread) worker = undefined;
      if (!stopping)
        void restartAfterDeath(
          reason ?? new Error('the renderer ended'),
          memory,
          performance.now() - startedAtMs,
        );
    });
    for (const call of waiting.values()) sendToWorker(call);
  }
  start();

  const runTask = async (task: keyof RendererTasks, args: readonly unknown[]): Promise<unknown> => {
    const id = ++lastId;
    const answered = new Promise<RendererAnswer>((resolve, reject) => {
      const call: PendingCall = {
        request: { id, task, args },
        tries: 0,
        settle: (result) => (result instanceof Error ? reject(result) : resolve(result)),
      };
      waiting.set(id, call);
      if (worker) sendToWorker(call); // otherwise the next thread gets it
    });
    const answer = await withTimeout(
      deadlineMs ?? getDeadlineMs(task, args),
      answered,
      () => new Error('the renderer does not answer'),
    ).finally(() => waiting.delete(id));
    if (answer.error) throw new Error(answer.error);
    return answer.result;
  };
  const toCall = <Task extends keyof RendererTasks>(task: Task) =>
    ((...args: unknown[]) => runTask(task, args)) as RendererTasks[Task];
  return {
    publish: toCall('publish'),
    check: toCall('check'),
    renderOnce: toCall('renderOnce'),
    readMetrics: toCall('readMetrics'),
    get isAlive() {
      return worker !== undefined && missedBeats < MAX_MISSED_BEATS;
    },
    get hasCaughtUp() {
      return hasCaughtUp;
    },
    async stop() {
      stopping = true;
      clearTimeout(restart);
      const thread = worker;
      if (thread) {
        const ended = new Promise((resolve) => thread.once('exit', resolve));
        thread.postMessage({ id: 0, task: 'stop', args: [] } satisfies RendererRequest);
        const timer = setTimeout(() => thread.terminate().catch(() => {}), 5_000);
        await ended;
        clearTimeout(timer);
      }
      for (const call of waiting.values()) call.settle(new Error('the renderer was stopped'));
    },
  };
}
