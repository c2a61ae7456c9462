import type { ErrorCode } from '#contracts/errors.ts';
import type { Logger } from '#platform/log.ts';

/*
 * Logs refused requests in one line a minute, because invalid input isn't our error. Calls over the
 * caller's rights also get a line each, up to a limit per minute, for investigations.
 */

/** Milliseconds from the first refusal to its line. */
const LOG_INTERVAL_MS = 60_000;

/** Lines for calls over the caller's rights within `LOG_INTERVAL_MS`. */
const MAX_FORBIDDEN_LINES = 60;

/** Errors caused by the input or its amount. */
const COUNTED_ERRORS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'malformed',
  'tooLarge',
  'unsupported',
  'tooMany',
  'csrf',
  'unauthenticated',
  'forbidden',
]);

/** Characters of a logged path. */
const MAX_LOGGED_PATH = 200;

const countsByLogger = new WeakMap<Logger, Map<ErrorCode, number>>();

export interface RefusedCall {
  requestId: string;
  method: string;
  path: string;
  /** The route's right, if any. */
  right: string | undefined;
  userId: number | undefined;
  via: string | undefined;
  ip: string;
}

/** Counts a refused request for the minute's line. */
export function countRefusal(log: Logger, code: ErrorCode, call: RefusedCall): void {
  if (!COUNTED_ERRORS.has(code)) return;
  const gathered = countsByLogger.get(log) ?? new Map<ErrorCode, number>();
  if (gathered.size === 0) setTimeout(logCounts, LOG_INTERVAL_MS, log, gathered).unref();
  const count = (gathered.get(code) ?? 0) + 1;
  gathered.set(code, count);
  if (code === 'forbidden' && count <= MAX_FORBIDDEN_LINES)
    log.warn({ ...call, path: call.path.slice(0, MAX_LOGGED_PATH) }, 'call.forbidden');
  countsByLogger.set(log, gathered);
}

function logCounts(log: Logger, gathered: Map<ErrorCode, number>): void {
  log.info({ refused: Object.fromEntries(gathered) }, 'request.refused');
  gathered.clear();
}
