import { Worker } from 'node:worker_threads';
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
  tend: boolean;
  databaseUrl: string;
  /** See publish/render/rendering-marks.ts. */
  marks: SharedArrayBuffer;
}
export type RendererRequest =
  | { id: number; kind: 'publish'; paths: readonly string[] }
  | { id: number; kind: 'check'; paths: readonly string[] }
  | { id: number; kind: 'show'; path: string; allowed: boolean }
  | { id: number; kind: 'metrics' }
  | { id: number; kind: 'stop' };
/** A page that is rendered without being published. */
export interface ShownPage {
  status: number;
  body: string;
}
export interface RendererAnswer {
  id: number;
  outcomes?: PublishOutcome[];
  findings?: PageFinding[];
  shown?: ShownPage;
  metrics?: object[];
  error?: string;
}

/** All calls throw when the renderer doesn't answer in time, or has died twice with the request. */
export interface Renderer {
  /** Renders and publishes pages. */
  publish(paths: readonly string[]): Promise<PublishOutcome[]>;
  /** Compares the files of these pages with the database. */
  check(paths: readonly string[]): Promise<PageFinding[]>;
  /** Renders a page without keeping it; `allowed`: for a reader with access of their own. */
  renderOnce(path: string, allowed: boolean): Promise<ShownPage>;
  /** The figures of the thread, as its registry has them. */
  readMetrics(): Promise<object[]>;
  /** Whether there is a thread, which has been alive a moment ago. */
  readonly isAlive: boolean;
  stop(): Promise<void>;
}

export interface RendererOptions {
  /**
   * Called when the thread has died, with the pages that were being rendered. It is started again
   * when this resolves.
   */
  onDeath(error: Error, paths: readonly string[]): Promise<void> | void;
  /** Megabytes of the young generation. */
  young?: number;
  /** Megabytes of the old generation. */
  heapMb?: number;
  hangMs?: number;
  /** Milliseconds for a request; by default the usual ones, more for more pages. */
  deadlineMs?: number;
}

type RendererCall = Exclude<RendererRequest, { kind: 'stop' }>;
type NewRendererCall = RendererCall extends infer R
  ? R extends RendererCall
    ? Omit<R, 'id'>
    : never
  : never;

interface PendingCall {
  request: RendererCall;
  /** The number of threads that died with it. */
  tries: number;
  settle(answer: RendererAnswer | Error): void;
}

/**
 * A server has better use for the memory; a command that renders all pages is a third faster with
 * it.
 */
export const YOUNG_HEAP_MB = { server: 24, everything: 128 } as const;
/** Milliseconds between heartbeats of the thread. */
export const HEARTBEAT_MS = 1_000;
/** Heartbeats after whose absence the thread isn't counted on; it may be busy, or hang. */
const MAX_MISSED_BEATS = 5;
/**
 * Milliseconds before a dead thread is started again: twice as long each time, until one has lived
 * for a minute.
 */
const RESTART_MS = { first: 100, last: 10_000, livedMs: 60_000 } as const;
/** Threads that may die with one request. */
const MAX_TRIES = 2;
/** Milliseconds for a request, and more for each page. */
const DEADLINE_MS = {
  publish: 20_000,
  check: 60_000,
  show: 15_000,
  metrics: 2_000,
  perPage: 500,
} as const;

const getDeadlineMs = (request: NewRendererCall): number =>
  DEADLINE_MS[request.kind] + ('paths' in request ? request.paths.length * DEADLINE_MS.perPage : 0);

/**
 * Starts the renderer's thread from the built entry. A thread that dies or hangs is started again.
 * Its requests are repeated once, and fail when that thread dies too.
 */
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
  let deaths = 0;
  let stopping = false;
  let worker: Worker | undefined;
  let missedBeats = 0;
  let restart: NodeJS.Timeout | undefined;

  const sendToWorker = (call: PendingCall) => {
    call.tries++;
    worker?.postMessage(call.request);
  };

  /** Starts the next thread. Never throws: the next thread must come. */
  const restartAfterDeath = async (error: Error, memory: SharedArrayBuffer, lived: number) => {
    for (const call of waiting.values()) if (call.tries >= MAX_TRIES) call.settle(error);
    deaths = lived > RESTART_MS.livedMs ? 0 : deaths;
    // nobody is waiting any more
    await Promise.resolve(onDeath(error, readRenderingPaths(memory))).catch(() => {});
    if (!stopping)
      restart = setTimeout(
        start,
        Math.min(RESTART_MS.last, RESTART_MS.first * 2 ** Math.min(deaths++, 10)),
      );
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
    thread.on('message', (answer: RendererAnswer) => waiting.get(answer.id)?.settle(answer));
    thread.on('error', (error: Error) => {
      reason = error;
    });

    // Counted in checks of this thread, not by the clock: when the whole machine was suspended,
    // nothing hangs.
    let lastHeartbeat = 0;
    missedBeats = 0;
    const hangTimer = setInterval(() => {
      const beats = readHeartbeatCount(memory);
      missedBeats = beats === lastHeartbeat ? missedBeats + 1 : 0;
      lastHeartbeat = beats;
      if (missedBeats * HEARTBEAT_MS < (beats === 0 ? RENDERER_START_TIMEOUT_MS : hangMs)) return;
      reason = new Error('the renderer hangs');
      missedBeats = 0;
      thread.terminate().catch(() => {}); // it has ended already
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

  const callRenderer = async (request: NewRendererCall): Promise<RendererAnswer> => {
    const id = ++lastId;
    const answered = new Promise<RendererAnswer>((resolve, reject) => {
      const call: PendingCall = {
        request: { ...request, id } as RendererCall,
        tries: 0,
        settle: (result) => (result instanceof Error ? reject(result) : resolve(result)),
      };
      waiting.set(id, call);
      if (worker) sendToWorker(call); // otherwise the next thread gets it
    });
    const answer = await withTimeout(
      deadlineMs ?? getDeadlineMs(request),
      answered,
      () => new Error('the renderer does not answer'),
    ).finally(() => waiting.delete(id));
    if (answer.error) throw new Error(answer.error);
    return answer;
  };
  return {
    publish: async (paths) => (await callRenderer({ kind: 'publish', paths })).outcomes ?? [],
    check: async (paths) => (await callRenderer({ kind: 'check', paths })).findings ?? [],
    renderOnce: async (path, allowed) =>
      (await callRenderer({ kind: 'show', path, allowed })).shown ?? { status: 500, body: '' },
    readMetrics: async () => (await callRenderer({ kind: 'metrics' })).metrics ?? [],
    get isAlive() {
      return worker !== undefined && missedBeats < MAX_MISSED_BEATS;
    },
    async stop() {
      stopping = true;
      clearTimeout(restart);
      const thread = worker;
      if (thread) {
        const ended = new Promise((resolve) => thread.once('exit', resolve));
        thread.postMessage({ id: 0, kind: 'stop' } satisfies RendererRequest);
        const timer = setTimeout(() => thread.terminate().catch(() => {}), 5_000);
        await ended;
        clearTimeout(timer);
      }
      for (const call of waiting.values()) call.settle(new Error('the renderer was stopped'));
    },
  };
}
