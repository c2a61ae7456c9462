import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { CHROMIUM_FLAGS, ensureChromium } from '../chromium.ts';
import type { Bench } from './bench.ts';
import { fullPage } from './choose.ts';
import { judge, type Measured, median } from './figure.ts';
import { visit } from './server.ts';

const RUNS = 3;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** Lighthouse as it comes, which is for phones: slow network, slow processor. */
export async function measureLighthouse({ place, server, report }: Bench): Promise<Measured[]> {
  const path = await fullPage(place.db);
  await visit(server, path);
  const scores: Record<string, number[]> = {};
  const failed = new Set<string>();
  for (let run = 0; run < RUNS; run++) {
    report(`run ${run + 1} of ${RUNS}`);
    const chrome = await launch({ chromePath: ensureChromium(), chromeFlags: ['--headless=new', ...CHROMIUM_FLAGS], logLevel: 'error' });
    try {
      const result = await lighthouse(place.env.SITE_URL + path, { port: chrome.port, output: 'json', logLevel: 'error', onlyCategories: [...CATEGORIES] });
      const categories = result?.lhr.categories ?? {};
      for (const name of CATEGORIES) (scores[name] ??= []).push(Math.round((categories[name]?.score ?? 0) * 100));
      for (const name of CATEGORIES) {
        for (const { id, weight } of categories[name]?.auditRefs ?? []) {
          const audit = result?.lhr.audits[id];
          if (weight > 0 && audit && audit.score !== null && audit.score < 0.9) failed.add(`${id} ${audit.displayValue ?? ''}`.trim());
        }
      }
    } finally {
      chrome.kill();
    }
  }
  const values = Object.fromEntries(CATEGORIES.map((name) => [name, median(scores[name] ?? [])]));
  return [
    judge({
      figure: 'Lighthouse mobile: performance / accessibility / best practices / SEO',
      limits: { performance: { atLeast: 98 }, accessibility: { atLeast: 100 }, 'best-practices': { atLeast: 100 }, seo: { atLeast: 100 } },
      values,
      note: failed.size > 0 ? `not perfect: ${[...failed].join('; ')}` : undefined,
    }),
  ];
}
