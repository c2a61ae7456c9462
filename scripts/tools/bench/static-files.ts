import { chooseFullPage } from './choose-threads.ts';
import { type Figure, judgeFigure, median } from './figures.ts';
import type { BenchContext } from './measurement.ts';
import { startNginx } from './nginx-on-files.ts';
import { visit } from './server-under-test.ts';
import { runWrk } from './wrk.ts';

/* A thread's page from our server and from nginx, alternating, so that other load affects both. */

const ROUNDS = 3;
const LOAD_SECONDS = 4;
const ENCODINGS = { plain: {}, gzip: { 'accept-encoding': 'gzip' } } as const;

export async function measureStatic({
  environment,
  server,
  yardsticks,
  report,
}: BenchContext): Promise<Figure[]> {
  const path = await chooseFullPage(environment.db);
  await visit(server, path);
  const nginx = await startNginx(environment.env.SITE_DIR);
  const figures: Figure[] = [];
  try {
    for (const [form, headers] of Object.entries(ENCODINGS)) {
      const rates: Record<'ours' | 'nginx', number[]> = { ours: [], nginx: [] };
      const sizes: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        for (const [who, url] of [
          ['ours', server.url],
          ['nginx', nginx.url],
        ] as const) {
          report(`${form}, ${who}, turn ${round + 1} of ${ROUNDS}`);
          const { perSecond, bytesPerRequest, refused, broken } = await runWrk({
            url,
            paths: [path],
            seconds: LOAD_SECONDS,
            headers,
          });
          if (refused + broken > 0) throw new Error(`${who}: ${refused + broken} requests failed.`);
          rates[who].push(perSecond);
          if (who === 'nginx')
            yardsticks.samples[form === 'gzip' ? 'nginxGzipPerSecond' : 'nginxPlainPerSecond'].push(
              perSecond,
            );
          sizes.push(bytesPerRequest);
        }
      }
      const ours = median(rates.ours);
      const theirs = median(rates.nginx);
      figures.push(
        judgeFigure({
          figure: `thread page from our server ÷ nginx, ${form}`,
          limits: { ratio: { atLeast: 0.6 } },
          values: { ratio: ours / theirs, ours, nginx: theirs, bytes: median(sizes) },
          rounds: { ratio: rates.ours.map((rate, round) => rate / (rates.nginx[round] as number)) },
          note: `${Math.round(ours)} and ${Math.round(theirs)} pages a second of ${(median(sizes) / 1000).toFixed(1)} kB`,
        }),
      );
    }
  } finally {
    await nginx.stop();
  }
  return figures;
}
