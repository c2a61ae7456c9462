import { Worker } from 'node:worker_threads';
import type { Outcome } from '#publish/publish.ts';

export interface RendererData {
  role: 'renderer';
  /** Fingerprint of the templates. */
  build: string;
  /** Also empties the publisher's inbox and tends what is published. */
  tend: boolean;
  databaseUrl: string;
}
export type RendererRequest =
  | { id: number; kind: 'publish'; paths: readonly string[] }
  | { id: number; kind: 'takeDown'; tags: readonly string[] }
  | { id: number; kind: 'check'; paths: readonly string[] }
  | { id: number; kind: 'show'; path: string }
  | { id: number; kind: 'stop' };
/** A page that isn't published. */
export interface Shown {
  status: number;
  body: string;
}
export interface RendererAnswer {
  id: number;
  outcomes?: Outcome[];
  differing?: string[];
  shown?: Shown;
  error?: string;
}

export interface Renderer {
  publish(paths: readonly string[]): Promise<Outcome[]>;
  takeDown(tags: readonly string[]): Promise<void>;
  /** Which of these pages have a file that isn't what the database says now. */
  check(paths: readonly string[]): Promise<string[]>;
  /** Renders a page for somebody who may read it, and keeps nothing of it. */
  show(path: string): Promise<Shown>;
  stop(): Promise<void>;
}

type Ask = RendererRequest extends infer R ? (R extends RendererRequest ? Omit<R, 'id'> : never) : never;

/** Megabytes for what was made last. In a server there is better use for memory; where all is rendered, a third more is done with it. */
export const YOUNG = { server: 24, everything: 128 } as const;

/** Starts the renderer's thread from the built entry. Should the thread die, what it was asked fails and it is started again. */
export function startRenderer(entry: URL, data: Omit<RendererData, 'role'>, onDeath: (error: Error) => void, young: number = YOUNG.server): Renderer {
  const waiting = new Map<number, { resolve: (answer: RendererAnswer) => void; reject: (error: Error) => void }>();
  let count = 0;
  let stopping = false;
  let worker: Worker;

  const start = () => {
    worker = new Worker(entry, { workerData: { ...data, role: 'renderer' } satisfies RendererData, resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: young } });
    worker.on('message', (answer: RendererAnswer) => {
      waiting.get(answer.id)?.resolve(answer);
      waiting.delete(answer.id);
    });
    const failed = (error: Error) => {
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    };
    worker.on('error', (error: Error) => {
      failed(error);
      onDeath(error);
    });
    worker.on('exit', () => {
      failed(new Error('the renderer ended'));
      if (!stopping) setTimeout(start, 1_000);
    });
  };
  start();

  const ask = async (request: Ask): Promise<RendererAnswer> => {
    const id = ++count;
    const answer = await new Promise<RendererAnswer>((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      worker.postMessage({ ...request, id });
    });
    if (answer.error) throw new Error(answer.error);
    return answer;
  };
  return {
    publish: async (paths) => (await ask({ kind: 'publish', paths })).outcomes ?? [],
    check: async (paths) => (await ask({ kind: 'check', paths })).differing ?? [],
    takeDown: async (tags) => void (await ask({ kind: 'takeDown', tags })),
    show: async (path) => (await ask({ kind: 'show', path })).shown ?? { status: 500, body: '' },
    async stop() {
      stopping = true;
      const ended = new Promise((resolve) => worker.once('exit', resolve));
      worker.postMessage({ id: 0, kind: 'stop' });
      const timer = setTimeout(() => void worker.terminate(), 5_000);
      await ended;
      clearTimeout(timer);
    },
  };
}
