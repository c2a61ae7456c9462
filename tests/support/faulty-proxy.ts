import { request as ask, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { atEndOfFile } from './at-end-of-file.ts';

/** Pass a request on, never answer, cut the answer in its middle, or answer with a status. */
export type Fault = 'none' | 'hang' | 'truncate' | number;

export interface FaultyProxy {
  /** The target's address through the proxy. */
  through(url: string): string;
  /** Sets the fault of future requests, of all methods or of one. */
  fault(fault: Fault, method?: string): void;
  /** Delays future requests by this many milliseconds. */
  slow(milliseconds: number): void;
  /** Number of requests that hang now. */
  hanging(): number;
}

/** A proxy with faults in front of a server on this machine, until the end of the test file. */
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
