import { AsyncLocalStorage } from 'node:async_hooks';

/* Traces across programs, as www.w3.org/TR/trace-context says: the header `traceparent`. */

export interface TraceContext {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** The header as it came, for what is called next. */
  traceparent: string;
  /** Whether who calls records this trace. */
  isSampled: boolean;
}

const TRACEPARENT =
  /^(?!ff)[0-9a-f]{2}-((?!0{32})[0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})$/;
const SAMPLED_FLAG = 1;

/** Reads the header; undefined when there is none, or it isn't valid. */
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

/** Runs the work of a request whose statements are to be found by its trace. */
export const runInTrace = <T>(trace: TraceContext, work: () => T): T => current.run(trace, work);

/** The trace by which the statements of the running code are to be found. */
export const getTrace = (): TraceContext | undefined => current.getStore();
