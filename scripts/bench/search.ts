import type { Lang } from '#contracts/language.ts';
import { chance } from '../seed/timeline.ts';
import { chineseWords, type Draw, englishWords } from '../seed/words.ts';
import type { Bench } from './bench.ts';
import { judge, type Measured, median, percentile } from './figure.ts';

/*
 * One search after another, as a person waits for each: one to three words, drawn as often as
 * people use them, so that most have words that stand in a great part of all posts.
 */

const QUERIES = 200;
/** Before them, so that connections and the dictionary are there. */
const WARM_UP = 20;
const PER_PAGE = 20;
const NAMES: Record<Lang, string> = { zh: 'Chinese', en: 'English' };

/** A keyword as people type it: English words apart, half of the Chinese ones run together. */
function keyword(random: () => number, draw: Draw, between: string): string {
  const words = 1 + Math.floor(random() * 3);
  return Array.from({ length: words }, () => draw(random)).join(between);
}

export async function measureSearch({ server, report }: Bench): Promise<Measured[]> {
  const random = chance(20_261_121);
  const zh = chineseWords();
  const en = englishWords();
  const languages: Record<Lang, () => string> = {
    zh: () => keyword(random, zh, random() < 0.5 ? '' : ' '),
    en: () => keyword(random, en, ' '),
  };
  const found: Measured[] = [];
  for (const [lang, draw] of Object.entries(languages)) {
    const times: number[] = [];
    let empty = 0;
    for (let count = -WARM_UP; count < QUERIES; count++) {
      if (count % 20 === 0) report(`${lang}, ${Math.max(0, count)} of ${QUERIES}`);
      const asked = new URLSearchParams({ keyword: draw(), limit: String(PER_PAGE) });
      const began = performance.now();
      const reply = await fetch(`${server.url}/api/v2/public/search/thread?${asked}`);
      const body = await reply.text();
      if (reply.status !== 200)
        throw new Error(`Searching for ${asked.get('keyword')} was answered with ${reply.status}.`);
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
    found.push(
      judge({
        figure: `search p95, ${NAMES[lang as Lang]}`,
        unit: 'ms',
        limits: { p95: { atMost: 120 } },
        values,
        note: `p50 ${values.p50.toFixed(0)} ms, worst ${values.worst.toFixed(0)} ms; ${empty} of ${QUERIES} found nothing`,
      }),
    );
  }
  return found;
}
