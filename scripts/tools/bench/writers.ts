import { publishAllPages } from '../../publish.ts';
import { chooseThreads } from './choose-threads.ts';
import { isDurable } from './environment.ts';
import { type Figure, judgeFigure, median, percentile } from './figures.ts';
import type { BenchContext } from './measurement.ts';
import { startMeter } from './processor-time.ts';
import { createReplyClient } from './reply-client.ts';
import { waitUntilPagesStand, waitUntilPublisherIdle } from './server-under-test.ts';

/* Replies over the API at full speed, alternating with pure commits of rows. */

const ROUNDS = 3;
const WRITER_COUNT = 16;
const DURATION_SECONDS = 20;
const SINGLE_WRITER_SECONDS = 4;

export async function measureWriters({
  environment,
  server,
  yardsticks,
  report,
}: BenchContext): Promise<Figure[]> {
  if (!(await isDurable(environment.db)))
    throw new Error('PostgreSQL runs without fsync: what it says would not count.');
  const threads = await chooseThreads(environment.db, 4_000, { from: 0, to: 2_000 });
  let next = 0;

  async function writeReplies(
    writers: number,
    seconds: number,
  ): Promise<{ times: number[]; seconds: number }> {
    const client = await createReplyClient(environment.db, server.url, writers);
    const times: number[] = [];
    const began = performance.now();
    await Promise.all(
      Array.from({ length: writers }, async () => {
        while (performance.now() - began < seconds * 1000)
          times.push(
            (await client.post(threads[next++ % threads.length] as (typeof threads)[number]))
              .milliseconds,
          );
      }),
    );
    const took = (performance.now() - began) / 1000;
    client.close();
    return { times, seconds: took };
  }
  // As in a forum in use: a reply also renews lists, first pages and profiles.
  await publishAllPages(environment.env, {
    missing: true,
    report: (pages) => report(`publishing everything: ${pages} pages`),
  });
  const query = (text: string) => environment.db.$client.query<{ n: number }>(text);
  const waitUntilIdle = () => waitUntilPublisherIdle(query, true);

  await writeReplies(WRITER_COUNT, 2);
  await waitUntilIdle();
  const rounds: Record<
    | 'perSecond'
    | 'perCommit'
    | 'p50'
    | 'p99'
    | 'idleAfter'
    | 'allStandAfter'
    | 'server'
    | 'database'
    | 'alone',
    number[]
  > = {
    perSecond: [],
    perCommit: [],
    p50: [],
    p99: [],
    idleAfter: [],
    allStandAfter: [],
    server: [],
    database: [],
    alone: [],
  };
  for (let round = 1; round <= ROUNDS; round++) {
    report(`what a commit costs, round ${round} of ${ROUNDS}`);
    await yardsticks.measureCommit();
    report(`${WRITER_COUNT} writers, round ${round} of ${ROUNDS}`);
    const used = startMeter(environment.env.DATA_DIR, server.pid);
    const together = await writeReplies(WRITER_COUNT, DURATION_SECONDS);
    report('until all is published');
    const waitedSince = performance.now();
    await waitUntilIdle();
    rounds.idleAfter.push((performance.now() - waitedSince) / 1000);
    await waitUntilPagesStand(query);
    rounds.allStandAfter.push((performance.now() - waitedSince) / 1000);
    const cost = used();
    const perSecond = together.times.length / together.seconds;
    rounds.perSecond.push(perSecond);
    rounds.perCommit.push(perSecond / (yardsticks.samples.commitsPerSecond.at(-1) as number));
    rounds.p50.push(median(together.times));
    rounds.p99.push(percentile(together.times, 0.99));
    rounds.server.push(cost.server / together.times.length);
    rounds.database.push(cost.database / together.times.length);
    report(`one writer, round ${round} of ${ROUNDS}`);
    rounds.alone.push(median((await writeReplies(1, SINGLE_WRITER_SECONDS)).times));
    await waitUntilIdle();
  }
  const medians = Object.fromEntries(
    Object.entries(rounds).map(([name, values]) => [name, median(values)]),
  ) as Record<keyof typeof rounds, number>;
  const scale = await yardsticks.timeScale();
  return [
    judgeFigure({
      figure: `replies per second of ${WRITER_COUNT} writers, durable and published ÷ commits`,
      limits: { perCommit: { atLeast: 0.12 } },
      values: {
        perCommit: medians.perCommit,
        perSecond: medians.perSecond,
        p50: medians.p50,
        p99: medians.p99,
        serverMilliseconds: medians.server,
        databaseMilliseconds: medians.database,
      },
      rounds: {
        perCommit: rounds.perCommit,
        perSecond: rounds.perSecond,
        serverMilliseconds: rounds.server,
        databaseMilliseconds: rounds.database,
      },
      note: `${Math.round(medians.perSecond)} a second, p50 ${medians.p50.toFixed(1)} ms, p99 ${medians.p99.toFixed(1)} ms; processor time per reply, published: server ${medians.server.toFixed(1)} ms, database ${medians.database.toFixed(1)} ms`,
    }),
    judgeFigure({
      figure: `lists, counts and profiles current after ${DURATION_SECONDS} s of ${WRITER_COUNT} writers`,
      unit: 's',
      limits: { idleAfter: { atMost: 5 } },
      scale,
      values: { idleAfter: medians.idleAfter, allStandAfter: medians.allStandAfter },
      rounds: { idleAfter: rounds.idleAfter },
      note: `unread pages that the burst withdrew stand again after ${medians.allStandAfter.toFixed(1)} s`,
    }),
    judgeFigure({
      figure: 'one writer’s reply, p50',
      unit: 'ms',
      limits: { alone: { atMost: 3 } },
      scale,
      values: { alone: medians.alone },
      rounds: { alone: rounds.alone },
    }),
  ];
}
