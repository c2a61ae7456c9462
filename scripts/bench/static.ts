import type { Bench } from './bench.ts';
import { fullPage } from './choose.ts';
import { judge, type Measured, median } from './figure.ts';
import { startNginx } from './nginx.ts';
import { visit } from './server.ts';
import { load } from './wrk.ts';

/*
 * A thread page from our server and the same file from nginx, in short turns: whatever else the
 * machine does hits both.
 */

const ROUNDS = 3;
const SECONDS = 4;
const FORMS = { plain: {}, gzip: { 'accept-encoding': 'gzip' } } as const;

export async function measureStatic({ place, server, report }: Bench): Promise<Measured[]> {
  const path = await fullPage(place.db);
  await visit(server, path);
  const nginx = await startNginx(place.env.SITE_DIR);
  const found: Measured[] = [];
  try {
    for (const [form, headers] of Object.entries(FORMS)) {
      const rates: Record<'ours' | 'nginx', number[]> = { ours: [], nginx: [] };
      const sizes: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        for (const [who, url] of [
          ['ours', server.url],
          ['nginx', nginx.url],
        ] as const) {
          report(`${form}, ${who}, turn ${round + 1} of ${ROUNDS}`);
          const { perSecond, bytesPerRequest, refused, broken } = await load({
            url,
            paths: [path],
            seconds: SECONDS,
            headers,
          });
          if (refused + broken > 0) throw new Error(`${who}: ${refused + broken} requests failed.`);
          rates[who].push(perSecond);
          sizes.push(bytesPerRequest);
        }
      }
      const ours = median(rates.ours);
      const theirs = median(rates.nginx);
      found.push(
        judge({
          figure: `thread page from our server ÷ nginx, ${form}`,
          limits: { ratio: { atLeast: 0.33 } },
          values: { ratio: ours / theirs, ours, nginx: theirs, bytes: median(sizes) },
          note: `${Math.round(ours)} and ${Math.round(theirs)} pages a second of ${(median(sizes) / 1000).toFixed(1)} kB`,
        }),
      );
    }
  } finally {
    await nginx.stop();
  }
  return found;
}
