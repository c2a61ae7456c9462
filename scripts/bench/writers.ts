import { chooseThreads } from './choose-threads.ts';
import { isDurable } from './environment.ts';
import { type Figure, judgeFigure, median, percentile } from './figures.ts';
import type { BenchContext } from './measurement.ts';
import { startMeter } from './processor-time.ts';
import { createReplyClient } from './reply-client.ts';
import { waitUntilPublisherIdle } from './server-under-test.ts';

/* Replies over the API as fast as it takes them, each committed to the disk and published. */

const WRITER_COUNT = 16;
const DURATION_SECONDS = 20;
const SINGLE_WRITER_SECONDS = 6;

export async function measureWriters({
  environment,
  server,
  report,
}: BenchContext): Promise<Figure[]> {
  if (!(await isDurable(environment.db)))
    throw new Error('PostgreSQL runs without fsync: what it says would not count.');
  const threads = await chooseThreads(environment.db, 4_000, { from: 0, to: 2_000 });

  async function writeReplies(
    writers: number,
    seconds: number,
  ): Promise<{ times: number[]; seconds: number }> {
    const client = await createReplyClient(environment.db, server.url, writers);
    const times: number[] = [];
    const began = performance.now();
    let next = 0;
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

  await writeReplies(WRITER_COUNT, 2);
  report(`${WRITER_COUNT} writers`);
  const used = startMeter(environment.env.DATA_DIR, server.pid);
  const together = await writeReplies(WRITER_COUNT, DURATION_SECONDS);
  report('until all is published');
  const waited = performance.now();
  await waitUntilPublisherIdle((text) => environment.db.$client.query(text));
  const behind = (performance.now() - waited) / 1000;
  const cost = used();
  const per = (milliseconds: number) => milliseconds / together.times.length;
  report('one writer');
  const alone = await writeReplies(1, SINGLE_WRITER_SECONDS);
  const perSecond = together.times.length / together.seconds;
  return [
    judgeFigure({
      figure: `replies a second, ${WRITER_COUNT} writers`,
      limits: { perSecond: { atLeast: 300 } },
      values: {
        perSecond,
        p50: median(together.times),
        p99: percentile(together.times, 0.99),
        publishedAfterSeconds: behind,
        serverMilliseconds: per(cost.server),
        databaseMilliseconds: per(cost.database),
      },
      note: `p50 ${median(together.times).toFixed(1)} ms, p99 ${percentile(together.times, 0.99).toFixed(1)} ms; the publisher was done ${behind.toFixed(1)} s after the last; processor time per reply, published: server ${per(cost.server).toFixed(1)} ms, database ${per(cost.database).toFixed(1)} ms`,
    }),
    judgeFigure({
      figure: 'one writer, p50',
      unit: 'ms',
      limits: { p50: { atMost: 8 } },
      values: { p50: median(alone.times), p99: percentile(alone.times, 0.99) },
    }),
  ];
}
