import type { Server, ServerResponse } from 'node:http';

/*
 * The graceful stop of the server: it accepts no new connections, answers running requests, and
 * closes each connection after its answer.
 */

export interface GracefulStop {
  /** Tracks a server's requests from now on. */
  trackRequests(server: Server): void;
  /**
   * Tracks the work of a request, which continues after its client has disconnected: the database
   * and the renderer are needed until it ends. Returns the work itself.
   */
  trackWork<T>(work: Promise<T>): Promise<T>;
  /**
   * Resolves when every request is answered and its work has ended, or after so many milliseconds;
   * requests in progress are cut off then.
   */
  close(milliseconds: number): Promise<void>;
}

export function createGracefulStop(): GracefulStop {
  const servers = new Set<Server>();
  const inFlight = new Set<ServerResponse | Promise<unknown>>();
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

  return {
    trackRequests(server) {
      servers.add(server);
      server.prependListener('request', (_request, response: ServerResponse) => {
        inFlight.add(response);
        if (isClosing) tellToClose(response);
        response.once('close', () => finish(response));
      });
    },
    trackWork(work) {
      inFlight.add(work);
      const end = () => finish(work);
      work.then(end, end);
      return work;
    },
    async close(milliseconds) {
      isClosing = true;
      for (const server of servers) server.close();
      for (const item of inFlight) if (!(item instanceof Promise)) tellToClose(item);
      closeIdleConnections();
      if (inFlight.size > 0) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds);
          onIdle = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      for (const server of servers) server.closeAllConnections();
    },
  };
}
