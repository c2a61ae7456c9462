import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { createCredentialCaches } from '#api/http/middleware/invalid-credentials.ts';
import { createDb } from '#db/client.ts';
import { readEnv } from '#platform/env.ts';
import { MAX_WAITING_PAGES_PER_ADDRESS } from '#platform/limits.ts';
import { createLog } from '#platform/log.ts';
import { writePage } from '#publish/files/site-files.ts';
import { createHttpServer } from '../../src/server/http-server.ts';
import type { Renderer } from '../../src/server/renderer-client.ts';
import { temporaryFolder } from '../support/test-site.ts';

/* The server with a renderer that answers on command. */

const env = readEnv({
  SITE_URL: 'http://127.0.0.1:4321',
  DATA_DIR: temporaryFolder('misses'),
  TRUST_PROXY: '1',
  CAPTCHA_PROVIDER: 'none',
});
const page = (path: string) => {
  const content = Buffer.from(`<html>${path}</html>`);
  writePage(env.SITE_DIR, path, { plain: content, br: content });
};
page('/en/error/500');

let makeAll = () => {};
const made = new Promise<void>((resolve) => {
  makeAll = resolve;
});
const renderer = {
  async publish(paths) {
    await made;
    paths.forEach(page);
    return paths.map((path) => ({ path, status: 200, changed: true }));
  },
} as Partial<Renderer> as Renderer;
const server = createHttpServer({
  env,
  log: createLog('silent'),
  db: createDb({ kind: 'maintenance', url: 'postgresql://nobody@127.0.0.1:1/none' }),
  renderer,
  api: () => new Response('{}'),
  credentials: createCredentialCaches(),
  mayServeFolder: () => true,
  trackWork: (work) => work,
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
const { port } = server.address() as AddressInfo;
const visit = (path: string, address: string) =>
  fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { 'x-forwarded-for': address, 'accept-encoding': 'identity' },
  });

test('[R21] an address with the maximum of queued pages gets “try again later”; others get theirs, and published pages stay available', async () => {
  const greedy = Array.from({ length: MAX_WAITING_PAGES_PER_ADDRESS + 1 }, (_, n) =>
    visit(`/en/post/${n + 1}`, '203.0.113.9'),
  );
  const refused = await Promise.race(greedy);
  expect([
    refused.status,
    Number(refused.headers.get('retry-after')) > 0,
    await refused.text(),
  ]).toEqual([429, true, '<html>/en/error/500</html>']);
  expect((await visit('/en/error/500', '203.0.113.9')).status).toBe(200);
  const other = visit('/en/user/1', '203.0.113.10');
  makeAll();
  expect(await (await other).text()).toBe('<html>/en/user/1</html>');
  expect((await Promise.all(greedy)).map(({ status }) => status).sort()).toEqual([
    ...greedy.slice(1).map(() => 200),
    429,
  ]);
  expect((await visit('/en/post/99', '203.0.113.9')).status, 'a place is free again').toBe(200);
});
