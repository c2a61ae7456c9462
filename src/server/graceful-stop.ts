import type { Server, ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { withTimeout } from '#platform/timeout.ts';

/*
 * Graceful stop: the server accepts no new connections, answers running requests, and closes each
 * connection. Before that it may drain for load balancers (decisions/faults.md).
 */

export interface GracefulStop {
  trackRequests(server: Server): void;
  /**
   * Tracks and returns a request's work, which may continue after its client disconnects and needs
   * the database and the renderer.
   */
  trackWork<T>(work: Promise<T>): Promise<T>;
  /** Closes each connection after its response from now on; new ones are still accepted. */
  drain(): void;
  /** Accepts no new connections. Resolves after all work, or aborts it after the timeout. */
  close(milliseconds: number): Promise<void>;
}

export function createGracefulStop(): GracefulStop {
  const servers = new Set<Server>();
  const inFlight = new Set<ServerResponse | Promise<unknown>>();
  let isDraining = false;
  let isClosing = false;
  let onIdle = () => {};

  const requestClose = (response: ServerResponse) => {
    response.shouldKeepAlive = false;
    if (!response.headersSent) response.setHeader('connection', 'close');
  };
  const closeIdleConnections = () => {
    for (const server of servers) server.closeIdleConnections();
  };
  const finish = (item: ServerResponse | Promise<unknown>) => {
    inFlight.delete(item);
    if (isClosing) closeIdleConnections();
    if (inFlight.size === 0) onIdle();
  };

  const drain = () => {
    isDraining = true;
    for (const item of inFlight) if (!(item instanceof Promise)) requestClose(item);
  };

  return {
    trackRequests(server) {
      servers.add(server);
      server.prependListener('request', (_request, response: ServerResponse) => {
        inFlight.add(response);
        if (isDraining) requestClose(response);
        response.once('close', () => finish(response));
      });
    },
    trackWork(work) {
      inFlight.add(work);
      const end = () => finish(work);
      work.then(end, end);
      return work;
    },
    drain,
    async close(milliseconds) {
      drain();
      // after accepting and reading what has arrived: unread requests would be cut off
      for (let turn = 0; turn < 2; turn++) await nextTurn();
      isClosing = true;
      for (const server of servers) server.close();
      closeIdleConnections();
      if (inFlight.size > 0) {
        const idle = new Promise<void>((resolve) => {
          onIdle = resolve;
        });
        await withTimeout(milliseconds, idle).catch(() => {});
      }
      for (const server of servers) server.closeAllConnections();
    },
  };
}
