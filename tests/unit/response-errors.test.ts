import type { AddressInfo } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { afterAll, expect, test } from 'vitest';
import { createCredentialCaches } from '#api/http/middleware/invalid-credentials.ts';
import { createDb } from '#db/client.ts';
import { readEnv } from '#platform/env.ts';
import { createLog, type Logger } from '#platform/log.ts';
import { createHttpServer } from '../../src/server/http-server.ts';
import type { Renderer } from '../../src/server/renderer-client.ts';
import { temporaryFolder } from '../support/test-site.ts';

const errors: string[] = [];
const log = {
  ...createLog('silent'),
  isLevelEnabled: () => false,
  error: ({ err }: { err: NodeJS.ErrnoException }, event: string) =>
    void errors.push(`${event} ${err.code}`),
} as unknown as Logger;
const server = createHttpServer({
  env: readEnv({
    SITE_URL: 'http://127.0.0.1:4321',
    DATA_DIR: temporaryFolder('response-errors'),
    CAPTCHA_PROVIDER: 'none',
  }),
  log,
  credentials: createCredentialCaches(),
  mayServeFolder: () => true,
  db: createDb({ kind: 'maintenance', url: 'postgresql://nobody@127.0.0.1:1/none' }),
  renderer: {} as Renderer,
  api(request: Request, { outgoing }: HttpBindings) {
    if (!request.url.endsWith('/late')) return new Response('{}');
    outgoing.end('{}');
    outgoing.write('too late');
    return RESPONSE_ALREADY_SENT;
  },
  trackWork: (work) => work,
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
const { port } = server.address() as AddressInfo;

test('[ops] an answer that is written after its end costs its own connection only', async () => {
  await fetch(`http://127.0.0.1:${port}/api/late`).catch(() => {});
  await expect.poll(() => errors).toEqual(['response.failed ERR_STREAM_WRITE_AFTER_END']);
  expect((await fetch(`http://127.0.0.1:${port}/api/next`)).status).toBe(200);
});
