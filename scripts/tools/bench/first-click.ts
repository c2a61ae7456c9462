import { chromium } from 'playwright';
import { threadPath } from '#contracts/paths.ts';
import { CHROMIUM_FLAGS, ensureChromium } from '../../install/chromium.ts';
import { chooseThreads } from './choose-threads.ts';
import { type Figure, judgeFigure, median } from './figures.ts';
import { logInAsMember } from './log-in.ts';
import type { BenchContext } from './measurement.ts';
import { visit } from './server-under-test.ts';

/* Time from a member's click on "like", with an empty cache, to its effect. */

const PAGE_COUNT = 10;
const LIKE_SELECTOR = '.post [data-act="like"]';

/** Runs in the page: records milliseconds from the click to the frame after the like's. */
function recordFirstClick(like: string): void {
  addEventListener(
    'click',
    ({ timeStamp }) => {
      const look = () => {
        if (document.querySelector(like)?.ariaPressed !== 'true')
          return requestAnimationFrame(look);
        return requestAnimationFrame(
          (now) => void (document.documentElement.dataset.shown = String(now - timeStamp)),
        );
      };
      requestAnimationFrame(look);
    },
    { capture: true, once: true },
  );
}

export async function measureFirstClick({
  environment,
  server,
  report,
}: BenchContext): Promise<Figure[]> {
  const threads = await chooseThreads(environment.db, PAGE_COUNT, { from: 20, to: 60 });
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS });
  const times: number[] = [];
  try {
    for (const [index, thread] of threads.entries()) {
      report(`page ${index + 1} of ${threads.length}`);
      const path = threadPath(thread.lang, thread.id);
      await visit(server, path);
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      await logInAsMember(
        context,
        environment.db,
        environment.env.SITE_URL,
        threads.map(({ id }) => id),
      );
      const page = await context.newPage();
      await page.addInitScript(`(${recordFirstClick})(${JSON.stringify(LIKE_SELECTOR)})`);
      const likeSaved = page.waitForResponse((response) =>
        response.url().endsWith('/api/v1/thread/up'),
      );
      await page.goto(environment.env.SITE_URL + path, { waitUntil: 'commit' });
      await page.locator(LIKE_SELECTOR).click();
      const { data } = (await (await likeSaved).json()) as { data: { is_up: boolean } };
      if (
        !data.is_up ||
        (await page.locator(LIKE_SELECTOR).getAttribute('aria-pressed')) !== 'true'
      )
        throw new Error(`The like of ${path} was lost.`);
      times.push(Number(await page.locator('html').getAttribute('data-shown')));
      await context.close();
    }
  } finally {
    await browser.close();
  }
  return [
    judgeFigure({
      figure: `first click after page load (member), ${PAGE_COUNT} pages: median / max`,
      unit: 'ms',
      limits: { median: { atMost: 60 }, longest: { atMost: 150 } },
      values: { median: median(times), longest: Math.max(...times) },
    }),
  ];
}
