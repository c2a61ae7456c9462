import type { IncomingMessage } from 'node:http';

/** Data about a request for metrics and the log. */
export interface RequestRecord {
  /** The pattern of its route, not its address: /api/v1/thread/id, page, asset. */
  route: string;
  requestId?: string;
  userId?: number | undefined;
  /** The trace that it belongs to (trace-context.ts), if the client sent one. */
  traceId?: string | undefined;
}

const records = new WeakMap<IncomingMessage, RequestRecord>();

/** The mutable record of a request; it lives as long as the request. */
export function getRequestRecord(request: IncomingMessage): RequestRecord {
  let record = records.get(request);
  if (!record) {
    record = { route: 'page' };
    records.set(request, record);
  }
  return record;
}
