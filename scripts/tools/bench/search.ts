import type { Lang } from '#contracts/language.ts';
import { seededRandom } from '../../seed/timeline.ts';
import { type DrawWord, loadChineseWords, loadEnglishWords } from '../../seed/volume/draw-words.ts';
import { type Figure, judgeFigure, median, percentile } from './figures.ts';
import type { BenchContext } from './measurement.ts';

/* Sequential searches with one to three words by frequency, so that most match many posts. */

const QUERY_COUNT = 200;
/** Warms up connections and the dictionary. */
const WARM_UP_QUERIES = 20;
const PAGE_SIZE = 20;
const LANGUAGE_NAMES: Record<Lang, string> = { zh: 'Chinese', en: 'English' };
/** Milliseconds. */
const MAX_P95: Record<Lang, number> = { zh: 60, en: 50 };

/** A typical keyword: English words apart, half of the Chinese ones joined. */
function drawKeyword(random: () => number, draw: DrawWord, between: string): string {
  const words = 1 + Math.floor(random() * 3);
  return Array.from({ length: words }, () => draw(random)).join(between);
}

export async function measureSearch({
  server,
  yardsticks,
  report,
}: BenchContext): Promise<Figure[]> {
  const random = seededRandom(20_261_121);
  const zh = loadChineseWords();
  const en = loadEnglishWords();
  const languages: Record<Lang, () => string> = {
    zh: () => drawKeyword(random, zh, random() < 0.5 ? '' : ' '),
    en: () => drawKeyword(random, en, ' '),
  };
  const figures: Figure[] = [];
  for (const [lang, draw] of Object.entries(languages)) {
    const times: number[] = [];
    let empty = 0;
    for (let count = -WARM_UP_QUERIES; count < QUERY_COUNT; count++) {
      if (count % 20 === 0) report(`${lang}, ${Math.max(0, count)} of ${QUERY_COUNT}`);
      const query = new URLSearchParams({ keyword: draw(), limit: String(PAGE_SIZE) });
      const began = performance.now();
      const reply = await fetch(`${server.url}/api/v2/public/search/thread?${query}`);
      const body = await reply.text();
      if (reply.status !== 200)
        throw new Error(`Searching for ${query.get('keyword')} was answered with ${reply.status}.`);
      if (count < 0) continue;
      times.push(performance.now() - began);
      if (body === '[]') empty++;
    }
    const values = {
      p95: percentile(times, 0.95),
      p50: median(times),
      worst: Math.max(...times),
      empty,
    };
    figures.push(
      judgeFigure({
        figure: `search p95, ${LANGUAGE_NAMES[lang as Lang]}`,
        unit: 'ms',
        limits: { p95: { atMost: MAX_P95[lang as Lang] } },
        scale: await yardsticks.timeScale(),
        values,
        note: `p50 ${values.p50.toFixed(0)} ms, worst ${values.worst.toFixed(0)} ms; ${empty} of ${QUERY_COUNT} found nothing`,
      }),
    );
  }
  return figures;
}
