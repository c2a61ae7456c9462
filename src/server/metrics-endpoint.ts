import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { AggregatorRegistry } from 'prom-client';
import type { Logger } from '#platform/log.ts';
import { metrics } from '#platform/metrics.ts';
import { PLAIN_HEADERS } from './plain-headers.ts';
import type { Renderer } from './renderer-client.ts';

/* GET /metrics for Prometheus, for who has METRICS_TOKEN; without that setting there is none. */

export const METRICS_PATH = '/metrics';

export interface MetricsSources {
  token: string;
  log: Logger;
  renderer: Pick<Renderer, 'readMetrics'>;
  /** Reads what the database knows into the registry. */
  readDatabaseFigures(): Promise<void>;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The listener of METRICS_PATH. */
export function createMetricsEndpoint({
  token,
  log,
  renderer,
  readDatabaseFigures,
}: MetricsSources): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const expected = digest(`Bearer ${token}`);
  /** Of the renderer's thread; none while it is started again. */
  const readRendererFigures = () =>
    renderer.readMetrics().catch((error: unknown) => {
      log.warn({ err: error }, 'the renderer’s figures could not be read');
      return [];
    });
  return async (request, response) => {
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) {
      response
        .writeHead(401, {
          ...PLAIN_HEADERS,
          'www-authenticate': 'Bearer',
          'content-type': 'text/plain; charset=utf-8',
        })
        .end('METRICS_TOKEN is asked for, as "Authorization: Bearer …".');
      return;
    }
    await readDatabaseFigures();
    const all = AggregatorRegistry.aggregate([
      await metrics.getMetricsAsJSON(),
      await readRendererFigures(),
    ]);
    const text = await all.metrics();
    response
      .writeHead(200, {
        ...PLAIN_HEADERS,
        'content-type': all.contentType,
        'cache-control': 'no-store',
      })
      .end(text);
  };
}
