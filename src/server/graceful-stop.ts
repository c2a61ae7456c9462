import type { Server, ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { withTimeout } from '#platform/timeout.ts';

/*
 * The graceful stop of the server: it closes each connection after its answer, accepts no new ones,
 * and answers running requests. Before it accepts no more it may drain for a while, for balancers
 * with several servers behind: decisions/faults.md.
 */

export interface GracefulStop {
  /** Tracks a server's requests from now on. */
  trackRequests(server: Server): void;
  /**
   * Tracks the work of a request, which continues after its client has disconnected: the database
   * and the renderer are needed until it ends. Returns the work itself.
   */
  trackWork<T>(work: Promise<T>): Promise<T>;
  /** From now on each connection is closed after its answer; new ones are still accepted. */
  drain(): void;
  /**
   * Accepts no new connections. Resolves when every request is answered and its work has ended, or
   * after so many milliseconds; requests in progress are cut off then.
   */
  close(milliseconds: number): Promise<void>;
}

export function createGracefulStop(): GracefulStop {
  const servers = new Set<Server>();
  const inFlight = new Set<ServerResponse | Promise<unknown>>();
  let isDraining = false;
  let isClosing = false;
  let onIdle = () => {};

  const tellToClose = (response: ServerResponse) => {
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
    for (const item of inFlight) if (!(item instanceof Promise)) tellToClose(item);
  };

  return {
    trackRequests(server) {
      servers.add(server);
      server.prependListener('request', (_request, response: ServerResponse) => {
        inFlight.add(response);
        if (isDraining) tellToClose(response);
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
      // right after what has arrived was accepted and read: what waits unread would be cut off
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
