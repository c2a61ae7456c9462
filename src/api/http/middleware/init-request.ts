import { randomUUID } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { createMiddleware } from 'hono/factory';
import { routePath } from 'hono/route';
import { acceptedLang } from '#contracts/language.ts';
import { getClientAddress } from '#platform/client-address.ts';
import { getRequestRecord } from '#platform/request-record.ts';
import { parseTraceparent, runInTrace } from '#platform/trace-context.ts';
import type { ApiEnv, Deps } from '../context.ts';

/** Sets each request's variables: dependencies, language, address, log with the request id. */
export const initRequest = (deps: Deps) =>
  createMiddleware<ApiEnv>(async (c, next) => {
    const { incoming, outgoing } = (c.env ?? {}) as Partial<HttpBindings>;
    const requestId = randomUUID();
    c.set('deps', deps);
    c.set('actor', null);
    c.set('recentCallCount', 0);
    c.set('requestId', requestId);
    c.set('lang', acceptedLang(c.req.header('accept-language')) ?? 'zh');
    c.set(
      'ip',
      getClientAddress(
        incoming?.socket.remoteAddress,
        incoming?.headers ?? c.req.header(),
        deps.env.TRUST_PROXY,
      ),
    );
    const trace = parseTraceparent(c.req.header('traceparent'));
    c.set('log', trace ? deps.log.child({ traceId: trace.traceId }) : deps.log);
    const isTraced = trace?.isSampled && deps.env.TRACE_STATEMENTS === 'on';
    await (isTraced ? runInTrace(trace, next) : next());
    if (incoming)
      Object.assign(getRequestRecord(incoming), {
        route: routePath(c, -1),
        requestId,
        userId: c.var.actor?.userId,
        traceId: trace?.traceId,
      });
    const { headers } = c.res; // c.header() would create a new response each time
    headers.set('x-request-id', requestId);
    // responses to logged-in users must not stay in a shared browser
    if (!headers.has('cache-control'))
      headers.set('cache-control', c.var.actor ? 'private, no-store' : 'private, no-cache');
    headers.set('x-content-type-options', 'nosniff');
    const { writeBody } = c.var;
    if (writeBody && outgoing && c.req.method === 'GET') {
      outgoing.setHeaders(headers).writeHead(c.res.status);
      writeBody(outgoing);
      c.res = RESPONSE_ALREADY_SENT;
    }
  });
