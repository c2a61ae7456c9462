import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { promisify } from 'node:util';
import { getRequestListener } from '@hono/node-server';
import { createApi } from '#api/app.ts';
import type { Deps } from '#api/http/context.ts';
import type { Db } from '#db/client.ts';
import { readEnv } from '#platform/env.ts';
import { createLog } from '#platform/log.ts';
import { ADDRESS_LIMITS, limitCalls } from '#server/address-limits.ts';
import { atEndOfFile } from './at-end-of-file.ts';

export const JSON_HEADERS = { 'content-type': 'application/json' };

export interface ServedApi {
  url: string;
  port: number;
  log: string[];
  /** All routes as "GET /api/v1/forum", including those that the description omits. */
  routes: string[];
  /** Open connections, and calls whose handlers are still running. */
  countActivity(): Promise<number>;
}

/** Serves the API on a socket and captures its log; `parts` replaces dependencies. */
export async function serveApi(
  db: Db,
  variables: Record<string, string> = {},
  { bodyMs = ADDRESS_LIMITS.bodyMs, ...parts }: Partial<Deps> & { bodyMs?: number } = {},
): Promise<ServedApi> {
  const env = readEnv({
    CAPTCHA_PROVIDER: 'none',
    RATE_LIMITS: 'off',
    SITE_URL: 'http://127.0.0.1:4321',
    DATA_DIR: '/tmp/forum-edge',
    ...variables,
  });
  const log: string[] = [];
  const write = (level: string) => (fields: object, text: string) =>
    void log.push(`${level} ${text} ${JSON.stringify(fields)}`);
  const logger = {
    ...createLog('silent'),
    error: write('error'),
    warn: write('warn'),
    info: write('info'),
  } as unknown as Deps['log'];
  const { api: app } = await createApi({
    db,
    env,
    log: logger,
    takeDown: async () => {},
    ...parts,
  });
  let running = 0;
  const answer: typeof app.fetch = async (...request) => {
    running++;
    try {
      return await app.fetch(...request);
    } finally {
      running--;
    }
  };
  const server = createServer(
    limitCalls(getRequestListener(answer, { overrideGlobalObjects: false }), {
      ...ADDRESS_LIMITS,
      bodyMs,
      calls: 5,
      proxies: env.TRUST_PROXY,
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEndOfFile(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  const countConnections = promisify(server.getConnections.bind(server));
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    log,
    routes: app.routes.map(({ method, path }) => `${method} ${path}`),
    countActivity: async () => running + (await countConnections()),
  };
}

/** Sends these bytes and those that `more` yields; reads until the server closes the connection. */
export async function sendRaw(
  port: number,
  head: string,
  more: Iterable<string> = [],
): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(head);
      const parts = more[Symbol.iterator]();
      const go = () => {
        for (let next = parts.next(); !next.done; next = parts.next())
          if (!socket.write(next.value)) return void socket.once('drain', go);
      };
      go();
    });
    socket.on('data', (chunk) => void (answer += chunk.toString()));
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}
