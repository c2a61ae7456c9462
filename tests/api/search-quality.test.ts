import { expect, test } from 'vitest';
import type { SearchHitWire } from '#contracts/wire/search.ts';
import { AWKWARD, CHINESE, ENGLISH, type JudgedQuery } from '../support/search-judgements.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

const { db } = await demoDatabase();
const api = await testApi(db);

const SHOWN_HITS = 10;
/** Gain of the best thread, and of others that help. */
const GAINS = { best: 3, other: 1 };
const MIN_MEAN_RECIPROCAL_RANK = 0.92;
const MIN_MEAN_GAIN = 0.88;

const textOf = (html: string) =>
  html
    .replace(/<\/?em>/g, '')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

/** The subjects of the first page of hits. */
async function findSubjects(query: string, order: string): Promise<string[]> {
  const { body } = await api.call<SearchHitWire[]>(
    'GET',
    `/api/v2/public/search/thread?${new URLSearchParams({ keyword: query, limit: String(SHOWN_HITS), filter_order: order })}`,
  );
  return body.map((hit) => textOf(hit.subject));
}

interface Score {
  query: string;
  /** 1 if the best thread comes first, 1/2 for the second, 0 if it isn't shown. */
  reciprocalRank: number;
  /** nDCG: the gain of the shown order relative to the best order. */
  gain: number;
}

const discounted = (gains: readonly number[]): number =>
  gains.reduce((sum, gain, place) => sum + gain / Math.log2(place + 2), 0);

async function judge([query, best, ...others]: JudgedQuery, order: string): Promise<Score> {
  const subjects = await findSubjects(query, order);
  const gainOf = (subject: string) =>
    subject === best ? GAINS.best : others.includes(subject) ? GAINS.other : 0;
  const place = subjects.indexOf(best);
  return {
    query,
    reciprocalRank: place < 0 ? 0 : 1 / (place + 1),
    gain:
      discounted(subjects.map(gainOf)) /
      discounted([GAINS.best, ...others.map(() => GAINS.other)].slice(0, SHOWN_HITS)),
  };
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, one) => sum + one, 0) / values.length;

async function judgeAll(queries: readonly JudgedQuery[], order = 'relevance') {
  const scores: Score[] = [];
  for (const query of queries) scores.push(await judge(query, order));
  return {
    reciprocalRank: mean(scores.map((score) => score.reciprocalRank)),
    gain: mean(scores.map((score) => score.gain)),
    imperfect: scores
      .filter((score) => score.gain < 1)
      .map(
        (score) => `${score.query} (${score.reciprocalRank.toFixed(2)}, ${score.gain.toFixed(2)})`,
      ),
    missed: scores.filter((score) => score.reciprocalRank === 0).map((score) => score.query),
  };
}

test('[R31] more than 120 queries, 30 of them awkward, find the expected threads among the first', async () => {
  const queries = [...CHINESE, ...ENGLISH, ...AWKWARD];
  expect(queries.length).toBeGreaterThanOrEqual(120);
  expect(AWKWARD.length).toBeGreaterThanOrEqual(30);
  expect(new Set(queries.map(([query]) => query)).size).toBe(queries.length);
  const { reciprocalRank, gain, imperfect } = await judgeAll(queries);
  expect(reciprocalRank, imperfect.join('\n')).toBeGreaterThanOrEqual(MIN_MEAN_RECIPROCAL_RANK);
  expect(gain, imperfect.join('\n')).toBeGreaterThanOrEqual(MIN_MEAN_GAIN);
});

test.each([
  ['in Chinese', CHINESE],
  ['in English', ENGLISH],
  ['in other characters, widths and endings than the text’s', AWKWARD],
] as const)(
  '[R31] queries %s are none of them without the thread that is expected',
  async (_, queries) => {
    const { reciprocalRank, missed } = await judgeAll(queries);
    expect(missed).toEqual([]);
    expect(reciprocalRank).toBeGreaterThanOrEqual(0.85);
  },
);

test('[R31] these queries distinguish a ranking from none: in the order of time they fail', async () => {
  const { reciprocalRank } = await judgeAll([...CHINESE, ...ENGLISH], 'created_at');
  expect(reciprocalRank).toBeLessThan(0.8);
});
