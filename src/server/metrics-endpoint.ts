import type { IncomingMessage, ServerResponse } from 'node:http';
import { AggregatorRegistry } from 'prom-client';
import { areSecretsEqual } from '#auth/secret.ts';
import type { Logger } from '#platform/log.ts';
import { metrics } from '#platform/metrics.ts';
import { sendPlainAnswer } from './plain-answer.ts';
import type { Renderer } from './renderer-client.ts';

/* GET /metrics for Prometheus, with METRICS_TOKEN; disabled without it. */

export const METRICS_PATH = '/metrics';

export interface MetricsSources {
  token: string;
  log: Logger;
  renderer: Pick<Renderer, 'readMetrics'>;
  readDatabaseFigures(): Promise<unknown>;
}

export function createMetricsEndpoint({
  token,
  log,
  renderer,
  readDatabaseFigures,
}: MetricsSources): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  /** Metrics of the renderer's thread; none while it restarts. */
  const readRendererFigures = () =>
    renderer.readMetrics().catch((error: unknown) => {
      log.warn({ err: error }, 'metrics.rendererFailed');
      return [];
    });
  return async (request, response) => {
    if (!areSecretsEqual(request.headers.authorization ?? '', `Bearer ${token}`)) {
      const text = 'METRICS_TOKEN is asked for, as "Authorization: Bearer …".';
      return sendPlainAnswer(response, 401, { 'www-authenticate': 'Bearer' }, text);
    }
    await readDatabaseFigures();
    const all = AggregatorRegistry.aggregate([
      await metrics.getMetricsAsJSON(),
      await readRendererFigures(),
    ]);
    const headers = { 'content-type': all.contentType, 'cache-control': 'no-store' };
    sendPlainAnswer(response, 200, headers, await all.metrics());
  };
}
