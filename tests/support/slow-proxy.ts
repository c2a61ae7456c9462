import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { proxy } from 'hono/proxy';
import { afterAll } from 'vitest';

/** A slow line to a server: its pages come by it in small pieces, all else as it is. */
export interface SlowProxy {
  /** Its origin. */
  url: string;
  /** Called before each piece of a page but the first; the piece goes out when it resolves. */
  between: () => Promise<unknown>;
}

/** Opens a slow line to a server; it ends with the test file. */
export async function startSlowProxy(origin: string, pieceBytes: number): Promise<SlowProxy> {
  const line: SlowProxy = { url: '', between: async () => {} };
  const app = new Hono().all('*', async ({ req }) => {
    const answer = await proxy(origin + req.url.slice(line.url.length), {
      raw: req.raw,
      headers: { ...req.header(), 'accept-encoding': 'identity' },
      redirect: 'manual',
    });
    if (!answer.headers.get('content-type')?.startsWith('text/html')) return answer;
    const page = new Uint8Array(await answer.arrayBuffer());
    let sent = 0;
    // Nothing is drawn before the head is whole, and nobody could tell when it was.
    const head = Buffer.from(page).indexOf('<body');
    const pieces = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          if (sent > 0) await line.between();
          const next = Math.max(sent, head) + pieceBytes;
          controller.enqueue(page.subarray(sent, next));
          sent = next;
          if (sent >= page.length) controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    return new Response(pieces, answer);
  });
  const server = await new Promise<ReturnType<typeof serve>>((resolve) => {
    const started = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () =>
      resolve(started),
    );
  });
  afterAll(() => {
    if ('closeAllConnections' in server) server.closeAllConnections();
    server.close();
  });
  line.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return line;
}
