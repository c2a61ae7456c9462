import { chromium } from 'playwright';
import { CHROMIUM_FLAGS, ensureChromium } from '../chromium.ts';
import type { Bench } from './bench.ts';
import { fullPage } from './choose.ts';
import { judge, type Measured } from './figure.ts';
import { visit } from './server.ts';

/* What a visitor with an empty cache downloads for a thread page: bytes on the wire with their headers. */

const KILO = 1000;

export async function measureWeight({ place, server }: Bench): Promise<Measured[]> {
  const path = await fullPage(place.db);
  await visit(server, path);
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS });
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    const requests = new Map<string, { url: string; type: string; bytes: number }>();
    await devtools.send('Network.enable');
    devtools.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
      if (!request.url.startsWith('data:')) requests.set(requestId, { url: request.url, type: type ?? '', bytes: 0 });
    });
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const found = requests.get(requestId);
      if (found) found.bytes = encodedDataLength;
    });
    // By its own name: Chromium asks for brotli on localhost, but not on a bare address.
    await page.goto(place.env.SITE_URL + path, { waitUntil: 'networkidle' });
    const all = [...requests.values()];
    const sum = (some: typeof all) => some.reduce((total, one) => total + one.bytes, 0) / KILO;
    return [
      judge({
        figure: 'thread page of a visitor: all / JavaScript / requests',
        unit: 'kB, kB, requests',
        limits: { all: { atMost: 35 }, javascript: { atMost: 3 }, requests: { atMost: 5 } },
        values: { all: sum(all), javascript: sum(all.filter((one) => one.type === 'Script')), requests: all.length },
        note: all.map((one) => `${new URL(one.url).pathname.split('/').slice(-2).join('/')} ${(one.bytes / KILO).toFixed(1)}`).join(', '),
      }),
    ];
  } finally {
    await browser.close();
  }
}
