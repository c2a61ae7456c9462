import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Env } from '#platform/env.ts';
import type { Logger } from '#platform/log.ts';
import { httpRequests, httpSeconds } from '#platform/metrics.ts';
import { getRequestRecord, type RequestRecord } from '#platform/request-record.ts';
import { STRICT_TRANSPORT } from './headers.ts';
import { withoutQuery } from './request-target.ts';

/** A request and its response. */
export interface Visit {
  request: IncomingMessage;
  response: ServerResponse;
  record: RequestRecord;
  /** Path and query. */
  url: string;
}

/** Returns the handler of a request, or undefined to leave it to the next stage. */
export type Stage = (visit: Visit) => (() => unknown) | undefined;

/** Checks of the API, which a worker answers, too. */
export const CHECK_PATHS: readonly string[] = ['/api/live', '/api/ready', '/api/health'];
/** Existing files and checks, logged only at the most verbose level unless they fail. */
const QUIET_ROUTES: ReadonlySet<string> = new Set([
  'page',
  'asset',
  'upload',
  'metrics',
  ...CHECK_PATHS,
]);
/** Open-ended responses, excluded from durations. */
const STREAM_ROUTE = '/api/v1/user/events';
/** Methods with their own label; any other is OTHER_METHOD. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);
const OTHER_METHOD = 'other';
/** Characters of a logged path. */
const MAX_LOGGED_PATH = 200;

/**
 * Counts a request when its response has ended, and logs route, status, milliseconds and ids,
 * without personal data. Returns its record, in which handlers set the route.
 */
function observeRequest(
  request: IncomingMessage,
  response: ServerResponse,
  log: Logger,
): RequestRecord {
  const record = getRequestRecord(request);
  const startedMs = performance.now();
  response.once('close', () => {
    const ms = performance.now() - startedMs;
    const { route, requestId, userId, traceId } = record;
    const method = METHODS.has(request.method ?? '') ? (request.method as string) : OTHER_METHOD;
    const status = response.headersSent ? response.statusCode : 0;
    httpRequests.inc({ route, method, status });
    if (route !== STREAM_ROUTE) httpSeconds.observe({ route, method }, ms / 1_000);
    const level = QUIET_ROUTES.has(route) && status < 500 ? 'debug' : 'info';
    if (log.isLevelEnabled(level))
      log[level](
        {
          route,
          method,
          path: withoutQuery(request.url).slice(0, MAX_LOGGED_PATH),
          status,
          ms: Math.round(ms),
          requestId,
          userId,
          traceId,
        },
        'request',
      );
  });
  return record;
}

/** Observes a request, and prepares what all stages share: its URL's form, HSTS. */
export function prepareRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { env, log }: { env: Env; log: Logger },
): Visit {
  const record = observeRequest(request, response, log);
  // An unhandled error event would end the server; it affects this response alone.
  response.on('error', (error) => {
    log.error({ err: error, path: withoutQuery(request.url) }, 'response.failed');
    response.destroy();
  });
  // proxies may send the whole URL in the request line (RFC 9112, 3.2.2)
  if (request.url?.startsWith('http'))
    request.url = request.url.replace(/^https?:\/\/[^/?#]*(?=[/?#]|$)/, '') || '/';
  if (env.secure) response.setHeader('strict-transport-security', STRICT_TRANSPORT);
  return { request, response, record, url: request.url ?? '/' };
}
