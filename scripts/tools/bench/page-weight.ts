import { type Browser, chromium } from 'playwright';
import { homePath, switchPath } from '#contracts/paths.ts';
import { CHROMIUM_FLAGS, ensureChromium } from '../../install/chromium.ts';
import { chooseFullPage } from './choose-threads.ts';
import { type Figure, judgeFigure } from './figures.ts';
import type { BenchContext } from './measurement.ts';
import { visit } from './server-under-test.ts';

/* Bytes of a first visit without pictures: on the wire, including headers. */

const BYTES_PER_KB = 1000;

/** Measured pages and limits: total and JavaScript in kB, number of requests. */
const MEASURED_PAGES = [
  {
    figure: 'thread page of a visitor',
    page: 'thread',
    area: 'desktop',
    screen: { width: 1440, height: 900 },
    most: [35, 3, 6],
  },
  {
    figure: 'thread page of a visitor’s phone',
    page: 'thread',
    area: 'phone',
    screen: { width: 412, height: 823 },
    most: [30, 3, 9],
  },
  {
    figure: 'home page of a visitor',
    page: 'home',
    area: 'desktop',
    screen: { width: 1440, height: 900 },
    most: [35, 3, 6],
  },
] as const;

interface LoadedRequest {
  url: string;
  type: string;
  bytes: number;
}

async function loadPage(
  browser: Browser,
  url: string,
  viewport: (typeof MEASURED_PAGES)[number]['screen'],
): Promise<LoadedRequest[]> {
  const context = await browser.newContext({ viewport });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const requests = new Map<string, LoadedRequest>();
  await devtools.send('Network.enable');
  devtools.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    if (!request.url.startsWith('data:'))
      requests.set(requestId, { url: request.url, type: type ?? '', bytes: 0 });
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const loaded = requests.get(requestId);
    if (loaded) loaded.bytes = encodedDataLength;
  });
  // By host name: Chromium accepts brotli on localhost, but not for an insecure IP address.
  await page.goto(url, { waitUntil: 'networkidle' });
  await context.close();
  return [...requests.values()].filter(({ type }) => type !== 'Image');
}

export async function measureWeight({ environment, server }: BenchContext): Promise<Figure[]> {
  const paths = { thread: await chooseFullPage(environment.db), home: homePath('zh') };
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS });
  const figures: Figure[] = [];
  try {
    for (const { figure, page, area, screen, most } of MEASURED_PAGES) {
      const pagePath = switchPath(paths[page], { area }) as string;
      await visit(server, pagePath);
      const all = await loadPage(browser, environment.env.SITE_URL + pagePath, screen);
      const sum = (some: typeof all) =>
        some.reduce((total, one) => total + one.bytes, 0) / BYTES_PER_KB;
      figures.push(
        judgeFigure({
          figure: `${figure}: total / JavaScript / requests`,
          unit: 'kB, kB, requests',
          limits: {
            all: { atMost: most[0] },
            javascript: { atMost: most[1] },
            requests: { atMost: most[2] },
          },
          values: {
            all: sum(all),
            javascript: sum(all.filter(({ type }) => type === 'Script')),
            requests: all.length,
          },
          note: all
            .map(
              (file) =>
                `${new URL(file.url).pathname.split('/').slice(-2).join('/')} ${(file.bytes / BYTES_PER_KB).toFixed(1)}`,
            )
            .join(', '),
        }),
      );
    }
  } finally {
    await browser.close();
  }
  return figures;
}
