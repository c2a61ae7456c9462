import { type Browser, chromium, type Page } from 'playwright';
import { rootOf, threadPath } from '#contracts/paths.ts';
import { CHROMIUM_FLAGS, ensureChromium } from '../chromium.ts';
import type { Bench } from './bench.ts';
import { type Chosen, chooseThreads } from './choose.ts';
import { judge, type Measured, median, percentile, short } from './figure.ts';
import { logIn } from './member.ts';
import { visit } from './server.ts';

/*
 * What a slow phone makes a member wait for after a touch, as browsers measure it (Interaction to
 * Next Paint: of a visit the longest, of visits the 75th percentile), and whether anything moves by
 * itself.
 */

const PAGES = 12;
const SHARE = 0.75;
/** How much slower than this machine a phone's processor is. */
const SLOWER = 4;
const PHONE = { viewport: { width: 412, height: 823 }, hasTouch: true, isMobile: true };

interface Noted {
  /** The longest interaction, in milliseconds; 0 for less than a frame. */
  longest: number;
  /** The sum of the layout's shifts. */
  moved: number;
  islands: boolean;
}

/** Runs in the page. */
function watch(): void {
  const noted: Noted = { longest: 0, moved: 0, islands: false };
  Object.assign(window, { noted });
  const observe = <Entry extends PerformanceEntry>(type: string, see: (entry: Entry) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) see(entry as Entry);
    }).observe({ type, buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  observe<PerformanceEntry & { interactionId: number }>('event', ({ interactionId, duration }) => {
    if (interactionId) noted.longest = Math.max(noted.longest, duration);
  });
  observe<PerformanceEntry & { value: number; hadRecentInput: boolean }>(
    'layout-shift',
    ({ value, hadRecentInput }) => {
      if (!hadRecentInput) noted.moved += value;
    },
  );
  addEventListener('DOMContentLoaded', () =>
    document.addEventListener('island', () => void (noted.islands = true)),
  );
}

/** Of the page until now, after two more frames: what was drawn has been noted by then. */
const readNoted = (page: Page): Promise<Noted> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    await new Promise((resolve) => setTimeout(resolve));
    return (window as unknown as { noted: Noted }).noted;
  });

const compose = async (page: Page): Promise<void> => {
  await page.locator('[data-act="compose"]').last().tap();
  await page.getByRole('textbox').last().waitFor();
};

/** A page that is left is no longer measured: everything but the leaving happens. */
async function stay(page: Page): Promise<void> {
  await page.goto(new URL('..', page.url()).href);
  await page.evaluate(() => addEventListener('click', (event) => event.preventDefault()));
}

/** What was measured until now was the way to what is. */
async function forget(page: Page): Promise<void> {
  await readNoted(page);
  await page.evaluate(() => void ((window as unknown as { noted: Noted }).noted.longest = 0));
}

/** What is touched as soon as it can be, and what shows that it was heard. */
const ACTS: Record<string, (page: Page) => Promise<unknown>> = {
  like: async (page) => {
    await page.locator('.post [data-act="like"]').first().tap();
    await page.locator('.post [data-act="like"][aria-pressed="true"]').first().waitFor();
  },
  'like a reply': async (page) => {
    const like = page.locator('.reply [data-act="like"]').first();
    const before = await like.getAttribute('aria-pressed');
    await like.tap();
    await page
      .locator(`.reply [data-act="like"][aria-pressed="${before !== 'true'}"]`)
      .first()
      .waitFor();
  },
  'open composer': compose,
  'open it again': async (page) => {
    await compose(page);
    await page.locator('.reply-sheet .away').tap();
    await page.locator('.reply-sheet').waitFor({ state: 'hidden' });
    await forget(page);
    await compose(page);
  },
  'switch list': async (page) => {
    await stay(page);
    await page.locator('.tabs a:not([aria-current])').first().tap();
  },
  'switch tab': async (page) => {
    await stay(page);
    await page.locator('.tabbar .forums').tap();
  },
};

async function touch(
  browser: Browser,
  { place }: Bench,
  path: string,
  threads: readonly Chosen[],
  act: (page: Page) => Promise<unknown>,
): Promise<Noted> {
  const context = await browser.newContext(PHONE);
  const ids = threads.map(({ id }) => id);
  await logIn(context, place.db, place.env.SITE_URL, ids);
  const page = await context.newPage();
  await page.addInitScript(watch);
  await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', {
    rate: SLOWER,
  });
  await page.goto(place.env.SITE_URL + path);
  await page.waitForFunction(() => (window as unknown as { noted: Noted }).noted.islands);
  await act(page);
  const noted = await readNoted(page);
  await context.close();
  return noted;
}

export async function measureInteractions(bench: Bench): Promise<Measured[]> {
  const threads = await chooseThreads(bench.place.db, PAGES, { from: 20, to: 60 });
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS });
  const waits: Record<string, number[]> = {};
  let moved = 0;
  try {
    for (const [name, act] of Object.entries(ACTS)) {
      for (const thread of threads) {
        bench.report(`${name}, ${thread.id}`);
        const path = threadPath(rootOf('phone', thread.lang), thread.id);
        await visit(bench.server, path);
        const noted = await touch(browser, bench, path, threads, act);
        (waits[name] ??= []).push(noted.longest);
        moved = Math.max(moved, noted.moved);
      }
    }
  } finally {
    await browser.close();
  }
  const each = (what: (values: number[]) => number) =>
    Object.entries(waits).map(([name, values]) => [name, what(values)] as const);
  const line = (what: (values: number[]) => number) =>
    each(what)
      .map(([, value]) => short(value))
      .join(' / ');
  return [
    judge({
      figure: `phone, processor ${SLOWER} times slower, ${PAGES} visits: ${Object.keys(ACTS).join(' / ')}, to the next paint`,
      unit: 'ms',
      limits: Object.fromEntries(Object.keys(ACTS).map((name) => [name, { atMost: 100 }])),
      values: Object.fromEntries(each((values) => percentile(values, SHARE))),
      note: `medians ${line(median)} ms, longest ${line((values) => Math.max(...values))} ms`,
    }),
    judge({
      figure: 'phone, a member’s thread page: layout shift',
      limits: { shift: { atMost: 0 } },
      values: { shift: moved },
    }),
  ];
}
