import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { proxy } from 'hono/proxy';
import { atEndOfFile } from './at-end-of-file.ts';

/** A slow connection to a server: it sends pages in small pieces and everything else unchanged. */
export interface SlowProxy {
  /** Its origin. */
  url: string;
  /** Runs before each piece of a page but the first; the piece is sent when it resolves. */
  between: () => Promise<unknown>;
}

const BLOCK_END =
  /<\/(?:p|li|ul|ol|div|h\d|header|nav|section|article|main|aside|footer|details|summary)>/g;

/**
 * Opens a slow connection to a server, until the end of the test file. Each piece of a page ends
 * with a block and has at least `pieceLength` characters. Half a line that is aligned to its end
 * would move when its other half arrives.
 */
export async function startSlowProxy(origin: string, pieceLength: number): Promise<SlowProxy> {
  const line: SlowProxy = { url: '', between: async () => {} };
  const app = new Hono().all('*', async ({ req }) => {
    const answer = await proxy(origin + req.url.slice(line.url.length), {
      raw: req.raw,
      headers: { ...req.header(), 'accept-encoding': 'identity' },
      redirect: 'manual',
    });
    if (!answer.headers.get('content-type')?.startsWith('text/html')) return answer;
    const page = await answer.text();
    let sent = 0;
    // Browsers draw nothing before the head is complete.
    const head = page.indexOf('<body');
    const ends = [...page.matchAll(BLOCK_END)].map((end) => end.index + end[0].length);
    const pieces = new ReadableStream<string>(
      {
        async pull(controller) {
          if (sent > 0) await line.between();
          const enough = Math.max(sent, head) + pieceLength;
          const next = ends.find((end) => end >= enough) ?? page.length;
          controller.enqueue(page.slice(sent, next));
          sent = next;
          if (sent >= page.length) controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    return new Response(pieces.pipeThrough(new TextEncoderStream()), answer);
  });
  // A browser that leaves a page aborts its requests, which is no error.
  app.onError((error, { req, body }) => {
    if (!req.raw.signal.aborted) throw error;
    return body(null);
  });
  const server = await new Promise<ReturnType<typeof serve>>((resolve) => {
    const started = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () =>
      resolve(started),
    );
  });
  atEndOfFile(() => {
    if ('closeAllConnections' in server) server.closeAllConnections();
    server.close();
  });
  line.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return line;
}
