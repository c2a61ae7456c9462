import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from '#platform/log.ts';
import { httpRequests, httpSeconds } from '#platform/metrics.ts';
import { getRequestRecord, type RequestRecord } from '#platform/request-record.ts';
import { withoutQuery } from './request-target.ts';

/** Routes of existing files, logged only at the most verbose level. */
const FILE_ROUTES: ReadonlySet<string> = new Set(['page', 'asset', 'upload', 'metrics']);
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
export function observeRequest(
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
    const level = FILE_ROUTES.has(route) ? 'debug' : 'info';
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
