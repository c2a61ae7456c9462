import { chromium } from 'playwright';
import { threadPath } from '#contracts/paths.ts';
import { CHROMIUM_FLAGS, ensureChromium } from '../chromium.ts';
import type { Bench } from './bench.ts';
import { chooseThreads } from './choose.ts';
import { judge, type Measured, median } from './figure.ts';
import { logIn } from './member.ts';
import { visit } from './server.ts';

/*
 * How soon a member sees that a page has heard them: a click on "like" as soon as the button is
 * there, with an empty cache.
 */

const PAGES = 10;
const LIKE = '.post [data-act="like"]';

/**
 * Runs in the page: notes the milliseconds from the click to the frame after the one that shows the
 * like.
 */
function watch(like: string): void {
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

export async function measureFirstClick({ place, server, report }: Bench): Promise<Measured[]> {
  const threads = await chooseThreads(place.db, PAGES, { from: 20, to: 60 });
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS });
  const times: number[] = [];
  try {
    for (const [index, thread] of threads.entries()) {
      report(`page ${index + 1} of ${threads.length}`);
      const path = threadPath(thread.lang, thread.id);
      await visit(server, path);
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      await logIn(
        context,
        place.db,
        place.env.SITE_URL,
        threads.map(({ id }) => id),
      );
      const page = await context.newPage();
      await page.addInitScript(`(${watch})(${JSON.stringify(LIKE)})`);
      const kept = page.waitForResponse((response) => response.url().endsWith('/api/v1/thread/up'));
      await page.goto(place.env.SITE_URL + path, { waitUntil: 'commit' });
      await page.locator(LIKE).click();
      const { data } = (await (await kept).json()) as { data: { is_up: boolean } };
      if (!data.is_up || (await page.locator(LIKE).getAttribute('aria-pressed')) !== 'true')
        throw new Error(`The like of ${path} was lost.`);
      times.push(Number(await page.locator('html').getAttribute('data-shown')));
      await context.close();
    }
  } finally {
    await browser.close();
  }
  return [
    judge({
      figure: `first click on a fresh page of a member, ${PAGES} pages: median / longest`,
      unit: 'ms',
      limits: { median: { atMost: 200 }, longest: { atMost: 200 } },
      values: { median: median(times), longest: Math.max(...times) },
    }),
  ];
}
