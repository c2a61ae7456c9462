import { setTimeout as delay } from 'node:timers/promises';
import { pageOfFloor, threadPath } from '#contracts/paths.ts';
import { type ChosenThread, chooseThreads } from './choose-threads.ts';
import { type Figure, judgeFigure, median, percentile } from './figures.ts';
import type { BenchContext } from './measurement.ts';
import { startMeter } from './processor-time.ts';
import { withReplies } from './reply-client.ts';
import { visitAll, waitUntilPublisherIdle } from './server-under-test.ts';

/* Time from sending a reply until the published page has it. */

const REPLIES_PER_SECOND = 20;
const DURATION_SECONDS = 30;
const PAIR_COUNT = 30;

const lastPage = (thread: ChosenThread): string =>
  threadPath(thread.lang, thread.id, pageOfFloor(thread.lastFloor));

/** Replies at a steady rate on random threads. */
export async function measureReplyToFile({
  environment,
  server,
  yardsticks,
  report,
}: BenchContext): Promise<Figure[]> {
  const threads = await chooseThreads(environment.db, REPLIES_PER_SECOND * DURATION_SECONDS, {
    from: 0,
    to: 2_000,
  });
  report('publishing what will be replied to');
  await visitAll(server, threads.map(lastPage));
  const answers: number[] = [];
  const { times, cost } = await withReplies(environment, server, 32, async (client, wait) => {
    const used = startMeter(environment.env.DATA_DIR, server.pid);
    const deliveries: Promise<number>[] = [];
    const began = performance.now();
    // An open loop: a slow publisher must not slow down writers.
    for (const [index, thread] of threads.entries()) {
      await delay(Math.max(0, began + (index * 1000) / REPLIES_PER_SECOND - performance.now()));
      if (index % REPLIES_PER_SECOND === 0) report(`reply ${index} of ${threads.length}`);
      const delivery = client.post(thread).then((reply) => {
        answers.push(reply.milliseconds);
        return wait(thread, reply);
      });
      delivery.catch(() => {}); // reported below, with all others
      deliveries.push(delivery);
    }
    return { times: await Promise.all(deliveries), cost: used() };
  });
  const each = (time: number) => `${(time / times.length).toFixed(1)} ms`;
  return [
    judgeFigure({
      figure: `reply → published ${environment.env.PAGES_URL ? 'object' : 'file'} at ${REPLIES_PER_SECOND}/s, p50 / p99`,
      unit: 'ms',
      limits: { p50: { atMost: 20 }, p99: { atMost: 100 } },
      scale: await yardsticks.timeScale(),
      values: {
        p50: median(times),
        p99: percentile(times, 0.99),
        max: Math.max(...times),
        replies: times.length,
        answerP50: median(answers),
        answerP99: percentile(answers, 0.99),
      },
      note: [
        `the API answered after ${median(answers).toFixed(1)} / ${percentile(answers, 0.99).toFixed(1)} ms`,
        `slowest file ${Math.round(Math.max(...times))} ms`,
        `processor time per reply: server ${each(cost.server)}, database ${each(cost.database)}`,
      ].join('; '),
    }),
  ];
}

/** Alternates between a thread of 10,000 replies and threads of 10, one reply at a time. */
export async function measureLongThread({
  environment,
  server,
  report,
}: BenchContext): Promise<Figure[]> {
  const [long] = await chooseThreads(environment.db, 1, { from: 9_000, to: 2_000_000 });
  if (!long) throw new Error('There is no thread of 10,000 replies.');
  const short = await chooseThreads(environment.db, PAIR_COUNT, { from: 9, to: 11 });
  report('publishing all pages of the long thread');
  await visitAll(server, [
    ...Array.from({ length: pageOfFloor(long.lastFloor) }, (_, index) =>
      threadPath(long.lang, long.id, index + 1),
    ),
    ...short.map(lastPage),
  ]);
  const times: Record<'long' | 'short', number[]> = { long: [], short: [] };
  await withReplies(environment, server, 4, async (client, wait) => {
    for (const [index, thread] of short.entries()) {
      report(`pair ${index + 1} of ${PAIR_COUNT}`);
      for (const [kind, target] of [
        ['long', long],
        ['short', thread],
      ] as const) {
        await waitUntilPublisherIdle((text) => environment.db.$client.query(text));
        times[kind].push(await wait(target, await client.post(target)));
      }
    }
  });
  const values = {
    ratio: median(times.long) / median(times.short),
    long: median(times.long),
    short: median(times.short),
  };
  return [
    judgeFigure({
      figure: 'reply → published file, thread of 10,000 ÷ thread of 10',
      limits: { ratio: { atMost: 1.5 } },
      values,
      note: `medians ${values.long.toFixed(0)} ms and ${values.short.toFixed(0)} ms, one reply at a time`,
    }),
  ];
}
