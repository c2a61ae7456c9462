import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createToken } from '../../scripts/create-token.ts';
import { crawl } from '../../scripts/tools/overload/calls.ts';
import {
  HALF_HEAD,
  type HeldConnections,
  holdConnections,
  localAddressOf,
  slowReaderHead,
  slowWriterHead,
} from '../../scripts/tools/overload/held-connections.ts';
import { isNginxMissing, startNginx } from '../support/nginx.ts';
import { PEOPLE } from '../support/people.ts';
import { countOpenConnections } from '../support/processes.ts';
import { rawRequest } from '../support/raw-request.ts';
import { startSite, temporaryFolder } from '../support/test-site.ts';

/* `npm run overload` in short, with more connections than Debian's nginx allows by default. */

const WRITERS = 100;
/** From one address: more than scripts/deploy/nginx.conf allows. */
const READERS = 450;
const HALF_OPEN = 300;
const PAGE = '/zh/post/1';

const missing = isNginxMissing();
describe.skipIf(missing)('[R39] while connections are held at nginx', async () => {
  // Vitest runs the body of a skipped suite, too.
  if (missing) return void test('is left out', () => expect.unreachable());
  const site = await startSite({ env: { TRUST_PROXY: '1' } });
  const nginx = await startNginx(join(temporaryFolder('overload'), 'nginx'), {
    app: `127.0.0.1:${site.port}`,
    siteDir: site.siteDir,
    uploadsDir: join(site.dataDir, 'uploads'),
    clientTimeoutSeconds: 5,
    sendBuffer: '64k',
  });
  const { token } = await createToken(site.db, {
    userId: PEOPLE.member,
    name: 'overload',
    scopes: ['read', 'write'],
    days: 1,
  });
  const port = Number(new URL(nginx.url).port);
  const held: HeldConnections[] = [];
  afterAll(() => {
    for (const one of held) one.stop();
  });
  const hold = async (count: number, head: string, readsSlowly = false) => {
    const one = await holdConnections({
      port,
      count,
      perAddress: count,
      firstAddress: held.length,
      head,
      readsSlowly,
      reopens: false,
    });
    held.push(one);
    return one;
  };
  const reply = async (text: string) => {
    const response = await fetch(`${nginx.url}/api/v1/post`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ thread_id: 1, message: `<p>${text}</p>` }),
    });
    return ((await response.json()) as { code: number }).code;
  };

  test('visitors read and members write; who holds too many is told when to come again; all are closed in the end', async () => {
    expect((await rawRequest(nginx.url + PAGE)).status).toBe(200);
    expect(await reply('before')).toBe(0);

    const halfOpen = await hold(HALF_OPEN, HALF_HEAD);
    const writers = await hold(WRITERS, slowWriterHead(token));
    const readers = await hold(READERS, slowReaderHead(PAGE, 200), true);
    expect(countOpenConnections(port)).toBeGreaterThan(HALF_OPEN);
    expect((await rawRequest(nginx.url + PAGE)).status).toBe(200);
    expect(await reply('meanwhile')).toBe(0);
    expect((await rawRequest(`${nginx.url}/en/post/1`)).status, 'a page that didn’t stand').toBe(
      200,
    );

    await expect.poll(() => readers.tally.outcomes['429'], { timeout: 10_000 }).toBeGreaterThan(0);
    for (const { tally } of [halfOpen, writers, readers]) expect(tally.withoutRetryAfter).toBe(0);

    // nginx has closed them, even if the clients haven't noticed. A refused client has its answer,
    // and its connection stays open for the next request like any other.
    const countHeld = () => countOpenConnections(port) - (readers.tally.outcomes['429'] as number);
    await expect.poll(countHeld, { timeout: 40_000, interval: 200 }).toBeLessThan(10);
    expect((await rawRequest(nginx.url + PAGE)).status).toBe(200);
    expect(await reply('after')).toBe(0);
  }, 60_000);

  test('a client of many unpublished pages gets 429 with Retry-After, and no other reader does', async () => {
    const pages = Array.from({ length: 200 }, (_, index) => `/zh/post/${900_000 + index}`);
    const crawler = crawl(port, { pages, perSecond: 2_000 }, () => localAddressOf(100));
    await expect
      .poll(() => (crawler.tally.outcomes['404'] ?? 0) + (crawler.tally.outcomes['429'] ?? 0), {
        timeout: 30_000,
      })
      .toBe(pages.length);
    expect(crawler.tally.outcomes['429']).toBeGreaterThan(0);
    expect(crawler.tally.withoutRetryAfter).toBe(0);
    await crawler.stop();
    expect((await rawRequest(`${nginx.url}/zh/post/899999`)).status).toBe(404);
  });
});
