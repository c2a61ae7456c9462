import type { Bench } from './bench.ts';
import { chooseThreads } from './choose.ts';
import { judge, type Measured, median, percentile } from './figure.ts';
import { durable } from './place.ts';
import { meter } from './processor.ts';
import { replyClient } from './replies.ts';
import { publisherIdle } from './server.ts';

/* Replies over the API as fast as it takes them, each committed to the disk and published. */

const WRITERS = 16;
const SECONDS = 20;
const ALONE_SECONDS = 6;

export async function measureWriters({ place, server, report }: Bench): Promise<Measured[]> {
  if (!(await durable(place.db)))
    throw new Error('PostgreSQL runs without fsync: what it says would not count.');
  const threads = await chooseThreads(place.db, 4_000, { from: 0, to: 2_000 });

  async function write(
    writers: number,
    seconds: number,
  ): Promise<{ times: number[]; seconds: number }> {
    const client = await replyClient(place.db, server.url, writers);
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

  await write(WRITERS, 2);
  report(`${WRITERS} writers`);
  const used = meter(place.env.DATA_DIR, server.pid);
  const together = await write(WRITERS, SECONDS);
  report('until all is published');
  const waited = performance.now();
  await publisherIdle((text) => place.db.$client.query(text));
  const behind = (performance.now() - waited) / 1000;
  const cost = used();
  const per = (milliseconds: number) => milliseconds / together.times.length;
  report('one writer');
  const alone = await write(1, ALONE_SECONDS);
  const perSecond = together.times.length / together.seconds;
  return [
    judge({
      figure: `replies a second, ${WRITERS} writers`,
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
    judge({
      figure: 'one writer, p50',
      unit: 'ms',
      limits: { p50: { atMost: 8 } },
      values: { p50: median(alone.times), p99: percentile(alone.times, 0.99) },
    }),
  ];
}
