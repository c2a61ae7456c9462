import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atEndOfFile } from './at-end-of-file.ts';

/** A proxy that can drop its connections: Playwright can't take service workers offline. */
export interface CuttableProxy {
  url: string;
  /** Sets the port of the site. */
  setTarget(port: number): void;
  /** Future requests get no answer: they fail (`cut`) or hang until `resume` (`hold`). */
  cut(): void;
  hold(): void;
  resume(): void;
}

export async function startCuttableProxy(): Promise<CuttableProxy> {
  let target = 0;
  let state: 'cut' | 'held' | 'open' = 'open';
  const held: (() => void)[] = [];
  const pass = (asked: IncomingMessage, response: ServerResponse): void => {
    if (state === 'held') return void held.push(() => pass(asked, response));
    if (state === 'cut') return void asked.socket.destroy();
    const onwards = request(
      {
        host: '127.0.0.1',
        port: target,
        path: asked.url,
        method: asked.method,
        headers: asked.headers,
      },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    onwards.on('error', () => response.destroy());
    response.on('close', () => onwards.destroy());
    asked.pipe(onwards);
  };
  const server = createServer(pass);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  atEndOfFile(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setTarget: (port) => void (target = port),
    cut() {
      state = 'cut';
      server.closeAllConnections();
    },
    hold: () => void (state = 'held'),
    resume() {
      state = 'open';
      for (const go of held.splice(0)) go();
    },
  };
}
