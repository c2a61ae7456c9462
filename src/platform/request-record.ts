import type { IncomingMessage } from 'node:http';

/** What is known of a request beside its line, for figures and the log. */
export interface RequestRecord {
  /** The pattern of its route, not its address: /api/v1/thread/id, page, asset. */
  route: string;
  requestId?: string;
  /** Who calls, where somebody is logged in. */
  userId?: number | undefined;
  /** The trace that it belongs to (trace-context.ts), where who calls says so. */
  traceId?: string | undefined;
}

const records = new WeakMap<IncomingMessage, RequestRecord>();

/** The record of a request, to be written to; it ends with the request. */
export function getRequestRecord(request: IncomingMessage): RequestRecord {
  let record = records.get(request);
  if (!record) {
    record = { route: 'page' };
    records.set(request, record);
  }
  return record;
}
