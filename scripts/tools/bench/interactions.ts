import { type Browser, chromium, type Page } from 'playwright';
import { rootOf, threadPath } from '#contracts/paths.ts';
import { CHROMIUM_FLAGS, ensureChromium } from '../../install/chromium.ts';
import { type ChosenThread, chooseThreads } from './choose-threads.ts';
import { type Figure, formatShort, judgeFigure, median, percentile } from './figures.ts';
import { logInAsMember } from './log-in.ts';
import type { BenchContext } from './measurement.ts';
import { visit } from './server-under-test.ts';

/* Interaction to Next Paint on a slow phone (75th percentile of visits), and layout shifts. */

const PAGE_COUNT = 8;
const PERCENTILE = 0.75;
/** CPU slowdown of a phone against this machine. */
const CPU_SLOWDOWN = 4;
const PHONE = { viewport: { width: 412, height: 823 }, hasTouch: true, isMobile: true };

interface Recorded {
  /** The longest interaction in milliseconds; 0 for less than a frame. */
  longest: number;
  /** Cumulative layout shift. */
  moved: number;
  islands: boolean;
}

/** Runs in the page. */
function recordInteractions(): void {
  const noted: Recorded = { longest: 0, moved: 0, islands: false };
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

/** Measurements of the page after two more frames, when entries have been recorded. */
const readRecorded = (page: Page): Promise<Recorded> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    await new Promise((resolve) => setTimeout(resolve));
    return (window as unknown as { noted: Recorded }).noted;
  });

const openComposer = async (page: Page): Promise<void> => {
  await page.locator('[data-act="compose"]').last().tap();
  await page.getByRole('textbox').last().waitFor();
};

/** Opens the parent page, where clicks don't navigate: a left page is no longer measured. */
async function preventLeaving(page: Page): Promise<void> {
  await page.goto(new URL('..', page.url()).href);
  await page.evaluate(() => addEventListener('click', (event) => event.preventDefault()));
}

/** Discards measurements of the way to the measured state. */
async function resetRecorded(page: Page): Promise<void> {
  await readRecorded(page);
  await page.evaluate(() => void ((window as unknown as { noted: Recorded }).noted.longest = 0));
}

type Interaction = (page: Page) => Promise<unknown>;

/** Touches on a page, each as soon as possible, and their effect. Each row has a fresh page. */
const VISITS: readonly Record<string, Interaction>[] = [
  {
    like: async (page) => {
      await page.locator('.post [data-act="like"]').first().tap();
      await page.locator('.post [data-act="like"][aria-pressed="true"]').first().waitFor();
    },
    'switch list': async (page) => {
      await preventLeaving(page);
      await page.locator('.tabs a:not([aria-current])').first().tap();
    },
  },
  {
    'like a reply': async (page) => {
      const like = page.locator('.reply [data-act="like"]').first();
      const before = await like.getAttribute('aria-pressed');
      await like.tap();
      await page
        .locator(`.reply [data-act="like"][aria-pressed="${before !== 'true'}"]`)
        .first()
        .waitFor();
    },
    'switch tab': async (page) => {
      await preventLeaving(page);
      await page.locator('.tabbar .forums').tap();
    },
  },
  {
    'open composer': openComposer,
    'reopen composer': async (page) => {
      await page.locator('.reply-sheet .away').tap();
      await page.locator('.reply-sheet').waitFor({ state: 'hidden' });
      await resetRecorded(page);
      await openComposer(page);
    },
  },
];
const NAMES = VISITS.flatMap((visit) => Object.keys(visit));

async function recordVisit(
  browser: Browser,
  { environment }: BenchContext,
  path: string,
  threads: readonly ChosenThread[],
  interactions: Record<string, Interaction>,
): Promise<Record<string, Recorded>> {
  const context = await browser.newContext(PHONE);
  const ids = threads.map(({ id }) => id);
  await logInAsMember(context, environment.db, environment.env.SITE_URL, ids);
  const page = await context.newPage();
  await page.addInitScript(recordInteractions);
  await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', {
    rate: CPU_SLOWDOWN,
  });
  await page.goto(environment.env.SITE_URL + path);
  await page.waitForFunction(() => (window as unknown as { noted: Recorded }).noted.islands);
  const recorded: Record<string, Recorded> = {};
  for (const [name, interact] of Object.entries(interactions)) {
    await interact(page);
    recorded[name] = await readRecorded(page);
  }
  await context.close();
  return recorded;
}

export async function measureInteractions(bench: BenchContext): Promise<Figure[]> {
  const threads = await chooseThreads(bench.environment.db, PAGE_COUNT, { from: 20, to: 60 });
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS });
  const durations: Record<string, number[]> = {};
  let moved = 0;
  try {
    for (const interactions of VISITS) {
      for (const thread of threads) {
        bench.report(`${Object.keys(interactions).join(', ')}, ${thread.id}`);
        const path = threadPath(rootOf('phone', thread.lang), thread.id);
        await visit(bench.server, path);
        const recorded = await recordVisit(browser, bench, path, threads, interactions);
        for (const [name, noted] of Object.entries(recorded)) {
          (durations[name] ??= []).push(noted.longest);
          moved = Math.max(moved, noted.moved);
        }
      }
    }
  } finally {
    await browser.close();
  }
  const each = (what: (values: number[]) => number) =>
    Object.entries(durations).map(([name, values]) => [name, what(values)] as const);
  const line = (what: (values: number[]) => number) =>
    each(what)
      .map(([, value]) => formatShort(value))
      .join(' / ');
  return [
    judgeFigure({
      figure: `phone, CPU ${CPU_SLOWDOWN}× slower, ${PAGE_COUNT} visits, input to next paint: ${NAMES.join(' / ')}`,
      unit: 'ms',
      limits: Object.fromEntries(NAMES.map((name) => [name, { atMost: 100 }])),
      values: Object.fromEntries(each((values) => percentile(values, PERCENTILE))),
      note: `medians ${line(median)} ms, longest ${line((values) => Math.max(...values))} ms`,
    }),
    judgeFigure({
      figure: 'phone, a member’s thread page: layout shift',
      limits: { shift: { atMost: 0 } },
      values: { shift: moved },
    }),
  ];
}
