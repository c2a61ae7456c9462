import { FairQueue, type Share } from '#platform/fair-queue.ts';
import {
  MAX_PAGES_RENDERED_TOGETHER,
  MAX_RENDER_REQUESTS,
  MAX_WAITING_PAGES,
  RENDER_WAIT_MS,
} from '#platform/limits.ts';
import { measureSlot } from '#platform/shared-slots.ts';
import { withTimeout } from '#platform/timeout.ts';
import type { PublishOutcome } from '#publish/render/publisher.ts';

/** Thrown if the queue is full, or if a page isn't rendered in time. */
export class MissRefused extends Error {
  override name = 'MissRefused';
}

export interface MissQueue {
  /** Renders a page once for all readers, in the share of the first. Throws MissRefused. */
  render(path: string, share?: Share): Promise<PublishOutcome>;
}

export interface MissLimits {
  /** Maximum waiting pages. */
  maxPages: number;
  /** Pages rendered together. */
  batchSize: number;
  /** Concurrent requests to the renderer. */
  maxRequests: number;
  waitMs: number;
}

const DEFAULT_LIMITS: MissLimits = {
  maxPages: MAX_WAITING_PAGES,
  batchSize: MAX_PAGES_RENDERED_TOGETHER,
  maxRequests: MAX_RENDER_REQUESTS,
  waitMs: RENDER_WAIT_MS,
};

/** Cost of a page for its reader's share. */
const EXPECTED_PAGE_MS = 5;

interface QueuedPage {
  path: string;
  settle(outcome: PublishOutcome | Error): void;
}

/** The queue of requested missing pages, fair by address. */
export function createMissQueue(
  publish: (paths: readonly string[]) => Promise<PublishOutcome[]>,
  limits: MissLimits = DEFAULT_LIMITS,
  now?: () => number,
): MissQueue {
  const pendingByPath = new Map<string, Promise<PublishOutcome>>();
  const queue = new FairQueue<QueuedPage>({ maxWaiting: limits.maxPages }, now);
  let running = 0;
  measureSlot('pages', () => ({ running, waiting: queue.size }));

  const takeBatch = (): QueuedPage[] => {
    const batch: QueuedPage[] = [];
    while (batch.length < limits.batchSize) {
      const next = queue.take();
      if (!next) break;
      queue.charge(next.share, EXPECTED_PAGE_MS);
      batch.push(next.task);
    }
    return batch;
  };

  /** Renders pages until the queue is empty. Never throws: failures go to the waiting readers. */
  const renderQueued = async () => {
    running++;
    for (let batch = takeBatch(); batch.length > 0; batch = takeBatch()) {
      try {
        const outcomes = new Map(
          (await publish(batch.map((page) => page.path))).map((outcome) => [outcome.path, outcome]),
        );
        for (const { path, settle } of batch)
          settle(outcomes.get(path) ?? { path, status: 500, changed: false });
      } catch (error) {
        for (const { settle } of batch) settle(error as Error);
      }
    }
    running--;
  };

  const waitFor = (path: string, share: Share): Promise<PublishOutcome> => {
    const outcome = new Promise<PublishOutcome>((resolve, reject) => {
      const task: QueuedPage = {
        path,
        settle: (result) => (result instanceof Error ? reject(result) : resolve(result)),
      };
      queue.add({ task, share })?.settle(new MissRefused('too many pages are waited for'));
    }).finally(() => pendingByPath.delete(path));
    pendingByPath.set(path, outcome);
    if (running < limits.maxRequests) void renderQueued();
    return outcome;
  };

  return {
    render: (path, share = {}) =>
      withTimeout(
        limits.waitMs,
        pendingByPath.get(path) ?? waitFor(path, share),
        () => new MissRefused('the page is not made in time'),
      ),
  };
}
