import { request as ask, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { atEndOfFile } from './at-end-of-file.ts';

/**
 * What a proxy does to a request: passes it on, never answers, answers with a status, or ends the
 * answer in its middle.
 */
export type Fault = 'none' | 'hang' | 'truncate' | number;

export interface FaultyProxy {
  /** The address of what stands behind it, through it. */
  through(url: string): string;
  /** What happens to requests from now on, of all methods or of one. */
  fault(fault: Fault, method?: string): void;
  /** Requests are passed on so many milliseconds late from now on. */
  slow(milliseconds: number): void;
  /** Requests that hang now. */
  hanging(): number;
}

/** A proxy in front of a server on this machine that breaks on demand; ended with the test file. */
export async function startFaultyProxy(target: { port: number }): Promise<FaultyProxy> {
  const { stop, ...proxy } = await runFaultyProxy(target);
  atEndOfFile(stop);
  return proxy;
}

/** The same until it is stopped. */
export async function runFaultyProxy(target: {
  port: number;
}): Promise<FaultyProxy & { stop(): void }> {
  let fault: Fault = 'none';
  let only: string | undefined;
  let hanging = 0;
  let late = 0;
  const server = createServer(async (request, response) => {
    if (late > 0) await delay(late);
    const what = only === undefined || request.method === only ? fault : 'none';
    if (what === 'hang') {
      hanging++;
      response.on('close', () => hanging--);
      return;
    }
    if (typeof what === 'number') {
      request.resume();
      response
        .writeHead(what, { 'content-type': 'application/xml' })
        .end(`<Error><Code>Fault${what}</Code></Error>`);
      return;
    }
    const onward = ask(
      {
        host: '127.0.0.1',
        port: target.port,
        method: request.method,
        path: request.url,
        headers: request.headers,
      },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        if (what === 'none') return void answer.pipe(response);
        answer.once('data', (chunk: Buffer) => {
          response.write(chunk.subarray(0, chunk.length / 2));
          setImmediate(() => response.destroy());
        });
      },
    );
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.address() as AddressInfo;
  return {
    through: (url) => url.replace(/127\.0\.0\.1:\d+/, `127.0.0.1:${port}`),
    fault: (next, method) => {
      fault = next;
      only = method;
    },
    slow: (milliseconds) => {
      late = milliseconds;
    },
    hanging: () => hanging,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
