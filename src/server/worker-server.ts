import { createServer, type RequestListener, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { HEADER_TIMEOUT_MS, MAX_HEADER_BYTES, REQUEST_TIMEOUT_MS } from '#platform/limits.ts';
import type { HttpServerDeps } from './http-server.ts';
import { METRICS_PATH } from './metrics-endpoint.ts';
import { sendPlainAnswer } from './plain-answer.ts';

/** Checks of the API that concern a process without readers. */
const CHECK_PATHS: ReadonlySet<string> = new Set(['/api/live', '/api/ready', '/api/health']);

/** The port of a server with ROLE=worker: its checks, and its metrics if they are enabled. */
export function createWorkerServer({
  log,
  api,
  sendMetrics,
}: Pick<HttpServerDeps, 'log' | 'api' | 'sendMetrics'>): Server {
  const answerCheck = getRequestListener(api as Parameters<typeof getRequestListener>[0], {
    overrideGlobalObjects: false,
  });
  const getListener = (path: string): RequestListener | undefined =>
    CHECK_PATHS.has(path) ? answerCheck : path === METRICS_PATH ? sendMetrics : undefined;
  return createServer(
    {
      headersTimeout: HEADER_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
    },
    async (request, response) => {
      const [path = ''] = (request.url ?? '').split('?');
      const listener = getListener(path);
      if (!listener) return sendPlainAnswer(response, 404, {}, 'A worker has no pages.');
      try {
        await listener(request, response);
      } catch (error) {
        log.error({ err: error, path }, 'request.failed');
        response.destroy();
      }
    },
  );
}
