import { setTimeout as delay } from 'node:timers/promises';
import { pageOfFloor, threadPath } from '#contracts/paths.ts';
import type { Bench } from './bench.ts';
import { type Chosen, chooseThreads } from './choose.ts';
import { judge, type Measured, median, percentile } from './figure.ts';
import { meter } from './processor.ts';
import { published, replyClient } from './replies.ts';
import { publisherIdle, visitAll } from './server.ts';

/* From sending a reply until the published file has it. */

const PER_SECOND = 20;
const SECONDS = 30;
const PAIRS = 30;

const lastPage = (thread: Chosen): string =>
  threadPath(thread.lang, thread.id, pageOfFloor(thread.lastFloor));

/** Replies at a steady rate on random threads. */
export async function measureReplyToFile({ place, server, report }: Bench): Promise<Measured[]> {
  const threads = await chooseThreads(place.db, PER_SECOND * SECONDS, { from: 0, to: 2_000 });
  report('publishing what will be replied to');
  await visitAll(server, threads.map(lastPage));
  const client = await replyClient(place.db, server.url, 32);
  const used = meter(place.env.DATA_DIR, server.pid);
  const answers: number[] = [];
  const waits: Promise<number>[] = [];
  const began = performance.now();
  // At the set rate, however long each takes: a slow publisher must not slow down those who write.
  for (const [index, thread] of threads.entries()) {
    await delay(Math.max(0, began + (index * 1000) / PER_SECOND - performance.now()));
    if (index % PER_SECOND === 0) report(`reply ${index} of ${threads.length}`);
    const wait = client.post(thread).then((reply) => {
      answers.push(reply.milliseconds);
      return published(place.env.SITE_DIR, thread, reply);
    });
    wait.catch(() => {}); // reported below, with all others
    waits.push(wait);
  }
  const times = await Promise.all(waits);
  const cost = used();
  const each = (time: number) => `${(time / times.length).toFixed(1)} ms`;
  client.close();
  return [
    judge({
      figure: `reply → published file at ${PER_SECOND}/s, p50 / p99`,
      unit: 'ms',
      limits: { p50: { atMost: 150 }, p99: { atMost: 500 } },
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

/**
 * The same in a thread of 10,000 replies and in threads of 10, taking turns, one reply at a time.
 */
export async function measureLongThread({ place, server, report }: Bench): Promise<Measured[]> {
  const [long] = await chooseThreads(place.db, 1, { from: 9_000, to: 2_000_000 });
  if (!long) throw new Error('There is no thread of 10,000 replies.');
  const short = await chooseThreads(place.db, PAIRS, { from: 9, to: 11 });
  report('publishing all pages of the long thread');
  await visitAll(server, [
    ...Array.from({ length: pageOfFloor(long.lastFloor) }, (_, index) =>
      threadPath(long.lang, long.id, index + 1),
    ),
    ...short.map(lastPage),
  ]);
  const client = await replyClient(place.db, server.url, 4);
  const times: Record<'long' | 'short', number[]> = { long: [], short: [] };
  for (const [index, thread] of short.entries()) {
    report(`pair ${index + 1} of ${PAIRS}`);
    for (const [kind, target] of [
      ['long', long],
      ['short', thread],
    ] as const) {
      await publisherIdle((text) => place.db.$client.query(text));
      const reply = await client.post(target);
      times[kind].push(await published(place.env.SITE_DIR, target, reply));
    }
  }
  client.close();
  const values = {
    ratio: median(times.long) / median(times.short),
    long: median(times.long),
    short: median(times.short),
  };
  return [
    judge({
      figure: 'the same, thread of 10,000 ÷ thread of 10',
      limits: { ratio: { atMost: 1.5 } },
      values,
      note: `medians ${values.long.toFixed(0)} ms and ${values.short.toFixed(0)} ms, one reply at a time`,
    }),
  ];
}
