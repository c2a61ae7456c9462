import type { Server, ServerResponse } from 'node:http';

/*
 * The orderly end of the server: no new connections, requests in flight are answered, and each
 * answer tells its connection to close.
 */

export interface GracefulStop {
  /**
   * Resolves when every request is answered, or after so many milliseconds; what is in flight then
   * is cut off.
   */
  close(milliseconds: number): Promise<void>;
}

/** Follows a server's requests from now on. */
export function trackRequests(server: Server): GracefulStop {
  const inFlight = new Set<ServerResponse>();
  let isClosing = false;
  let onIdle = () => {};

  const tellToClose = (response: ServerResponse) => {
    response.shouldKeepAlive = false;
    if (!response.headersSent) response.setHeader('connection', 'close');
  };
  server.prependListener('request', (_request, response: ServerResponse) => {
    inFlight.add(response);
    if (isClosing) tellToClose(response);
    response.once('close', () => {
      inFlight.delete(response);
      if (isClosing) server.closeIdleConnections();
      if (inFlight.size === 0) onIdle();
    });
  });

  return {
    async close(milliseconds) {
      isClosing = true;
      server.close();
      for (const response of inFlight) tellToClose(response);
      server.closeIdleConnections();
      if (inFlight.size > 0) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds);
          onIdle = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      server.closeAllConnections();
    },
  };
}
