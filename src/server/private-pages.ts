import { FairQueue, type Share } from '#platform/fair-queue.ts';
import { MAX_WAITING_PAGES, RENDER_WAIT_MS } from '#platform/limits.ts';
import { measureSlot } from '#platform/shared-slots.ts';
import { withTimeout } from '#platform/timeout.ts';
import { MissRefused } from './miss-queue.ts';
import type { RendererTasks } from './renderer-client.ts';

export interface PrivatePage {
  status: number;
  body: Buffer;
}

export interface PrivatePageRequest {
  path: string;
  /** The reader has extra access. */
  allowed: boolean;
  share: Share;
  /** Aborts when the reader disconnects. */
  signal?: AbortSignal;
}

export interface PrivatePages {
  /**
   * Renders a page without publishing it, with data as of the request or later. Throws MissRefused
   * if the queue is full, on a timeout, or if the reader disconnects.
   */
  render(request: PrivatePageRequest): Promise<PrivatePage>;
}

interface WaitingReader {
  /** All that a rendering depends on, except the database. */
  key: string;
  page: PromiseWithResolvers<PrivatePage>;
}

/**
 * The queue of private pages, fair by person and address. Readers share a rendering only if it
 * begins after their requests: a running one may miss a takedown, or the reader's own last reply.
 */
export function createPrivatePages(
  renderOnce: RendererTasks['renderOnce'],
  limits = { maxWaiting: MAX_WAITING_PAGES, waitMs: RENDER_WAIT_MS },
): PrivatePages {
  const queue = new FairQueue<WaitingReader>({ maxWaiting: limits.maxWaiting });
  let isRendering = false;
  measureSlot('privatePages', () => ({ running: Number(isRendering), waiting: queue.size }));

  /** Renders pages until the queue is empty. Never throws: failures go to the readers. */
  const renderQueued = async () => {
    if (isRendering) return;
    isRendering = true;
    for (let next = queue.take(); next; next = queue.take()) {
      const { key } = next.task;
      const readers = [next.task, ...queue.removeAll((task) => task.key === key)];
      const startedMs = performance.now();
      try {
        const [allowed, path] = JSON.parse(key) as [boolean, string];
        const { status, body } = await renderOnce(path, allowed);
        const page = { status, body: Buffer.from(body) };
        for (const reader of readers) reader.page.resolve(page);
      } catch (error) {
        for (const reader of readers) reader.page.reject(error);
      }
      queue.charge(next.share, performance.now() - startedMs);
    }
    isRendering = false;
  };

  return {
    async render({ path, allowed, share, signal }) {
      const task: WaitingReader = {
        key: JSON.stringify([allowed, path]),
        page: Promise.withResolvers(),
      };
      const leave = () => task.page.reject(new MissRefused('the reader has left'));
      signal?.addEventListener('abort', leave, { once: true });
      queue.add({ task, share })?.page.reject(new MissRefused('too many pages are waited for'));
      void renderQueued();
      return withTimeout(
        limits.waitMs,
        task.page.promise,
        () => new MissRefused('the page is not made in time'),
      ).finally(() => {
        queue.remove(task);
        signal?.removeEventListener('abort', leave);
      });
    },
  };
}
