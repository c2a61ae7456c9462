import { once } from 'node:events';
import { request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createCredentialCaches } from '#api/http/middleware/invalid-credentials.ts';
import { createDb } from '#db/client.ts';
import { readEnv } from '#platform/env.ts';
import { createLog } from '#platform/log.ts';
import { createGracefulStop } from '../../src/server/graceful-stop.ts';
import { createHttpServer } from '../../src/server/http-server.ts';
import type { Renderer } from '../../src/server/renderer-client.ts';
import { temporaryFolder } from '../support/test-site.ts';

const DRAIN_MS = 8_000;

async function hangUpDuringCall(server: Server, called: Promise<unknown>): Promise<void> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const call = request({ port: (server.address() as AddressInfo).port, path: '/api/v1/any' });
  call.on('error', () => {}); // the test aborts it
  const answer = once(server, 'request');
  call.end();
  const [, response] = await answer;
  await called;
  call.destroy();
  await once(response, 'close');
}

test('[ops] the server’s stop waits for a call whose browser has disconnected: it still needs the database', async () => {
  const events: string[] = [];
  const called = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const requests = createGracefulStop();
  const server = createHttpServer({
    env: readEnv({ SITE_URL: 'http://127.0.0.1:4321', DATA_DIR: temporaryFolder('stop') }),
    log: createLog('silent'),
    db: createDb({ kind: 'maintenance', url: 'postgresql://nobody@127.0.0.1:1/none' }),
    renderer: {} as Renderer,
    async api() {
      called.resolve();
      await released.promise;
      events.push('the call has ended');
      return new Response('{}');
    },
    credentials: createCredentialCaches(),
    mayServeFolder: () => true,
    trackWork: requests.trackWork,
  });
  requests.trackRequests(server);
  await hangUpDuringCall(server, called.promise);

  const closed = requests.close(DRAIN_MS).then(() => events.push('the server has ended'));
  await setImmediate();
  released.resolve();
  await closed;
  expect(events).toEqual(['the call has ended', 'the server has ended']);
});
