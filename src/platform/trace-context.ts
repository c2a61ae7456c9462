import { AsyncLocalStorage } from 'node:async_hooks';

/* Distributed traces by the header `traceparent` (www.w3.org/TR/trace-context). */

export interface TraceContext {
  traceId: string;
  /** The header as received, to pass on. */
  traceparent: string;
  /** Whether the client records this trace. */
  isSampled: boolean;
}

const TRACEPARENT =
  /^(?!ff)[0-9a-f]{2}-((?!0{32})[0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})$/;
const SAMPLED_FLAG = 1;

/** Parses the header; undefined if it is missing or invalid. */
export function parseTraceparent(header: string | undefined): TraceContext | undefined {
  const [traceparent, traceId, flags] = TRACEPARENT.exec(header ?? '') ?? [];
  if (!traceparent || !traceId || !flags) return undefined;
  return {
    traceId,
    traceparent,
    isSampled: (Number.parseInt(flags, 16) & SAMPLED_FLAG) === SAMPLED_FLAG,
  };
}

const current = new AsyncLocalStorage<TraceContext>();

/** Runs a request's work, so that its statements carry the trace. */
export const runInTrace = <T>(trace: TraceContext, work: () => T): T => current.run(trace, work);

export const getTrace = (): TraceContext | undefined => current.getStore();
