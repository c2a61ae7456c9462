import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import type { Lang } from '#contracts/language.ts';
import { forumPath, homePath, rootOf, switchPath } from '#contracts/paths.ts';
import { CHROMIUM_FLAGS, ensureChromium } from '../../install/chromium.ts';
import { chooseFullPage, chooseThreads } from './choose-threads.ts';
import { type Figure, judgeFigure, median } from './figures.ts';
import type { BenchContext } from './measurement.ts';
import { visit } from './server-under-test.ts';

const RUNS = 3;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** Lighthouse with defaults (phone, slow network, slow CPU), at the given address. */
async function scorePage(
  url: string,
  figure: string,
  report: (detail: string) => void,
): Promise<Figure> {
  const scores: Record<string, number[]> = {};
  const failed = new Set<string>();
  // Two perfect runs of three decide the median.
  const isSettled = (run: number) =>
    run === 2 && CATEGORIES.every((name) => scores[name]?.every((score) => score === 100));
  for (let run = 0; run < RUNS && !isSettled(run); run++) {
    report(`${figure}, run ${run + 1} of ${RUNS}`);
    const chrome = await launch({
      chromePath: ensureChromium(),
      chromeFlags: ['--headless=new', ...CHROMIUM_FLAGS],
      logLevel: 'error',
    });
    try {
      const result = await lighthouse(url, {
        port: chrome.port,
        output: 'json',
        logLevel: 'error',
        onlyCategories: [...CATEGORIES],
      });
      if (result?.lhr.finalDisplayedUrl !== url)
        failed.add(`it was led to ${result?.lhr.finalDisplayedUrl}`);
      const categories = result?.lhr.categories ?? {};
      for (const name of CATEGORIES)
        (scores[name] ??= []).push(Math.round((categories[name]?.score ?? 0) * 100));
      for (const name of CATEGORIES) {
        for (const { id, weight } of categories[name]?.auditRefs ?? []) {
          const audit = result?.lhr.audits[id];
          if (weight > 0 && audit && audit.score !== null && audit.score < 0.9)
            failed.add(`${id} ${audit.displayValue ?? ''}`.trim());
        }
      }
    } finally {
      chrome.kill();
    }
  }
  const values = Object.fromEntries(CATEGORIES.map((name) => [name, median(scores[name] ?? [])]));
  return judgeFigure({
    figure: `Lighthouse mobile, ${figure}: performance / accessibility / best practices / SEO`,
    limits: {
      performance: { atLeast: 100 },
      accessibility: { atLeast: 100 },
      'best-practices': { atLeast: 100 },
      seo: { atLeast: 100 },
    },
    values,
    note: failed.size > 0 ? `not perfect: ${[...failed].join('; ')}` : undefined,
  });
}

export async function measureLighthouse({
  environment,
  server,
  report,
}: BenchContext): Promise<Figure[]> {
  const thread = await chooseFullPage(environment.db);
  const [{ forumId = 1, lang = 'zh' as Lang } = {}] = await chooseThreads(environment.db, 1, {
    from: 20,
    to: 60,
  });
  const phone = rootOf('phone', lang);
  const pages = {
    thread,
    'phone’s home': homePath(phone),
    'phone’s forum': forumPath(phone, forumId),
    'phone’s thread': switchPath(thread, { area: 'phone' }) as string,
  };
  const figures: Figure[] = [];
  for (const [figure, path] of Object.entries(pages)) {
    await visit(server, path);
    figures.push(await scorePage(environment.env.SITE_URL + path, figure, report));
  }
  return figures;
}
