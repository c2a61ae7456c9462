import type { ErrorCode } from '#contracts/errors.ts';
import type { Logger } from '#platform/log.ts';

/*
 * Counts refused requests: invalid input isn't our error, so the log has one line a minute for all
 * of them. Of calls beyond their caller's rights it also has a line each, up to some a minute: who
 * tries what isn't theirs has to be found afterwards.
 */

/** Milliseconds from the first refusal to the line about it and those after it. */
const LOG_INTERVAL_MS = 60_000;

/** Calls beyond their caller's rights that have a line of their own within `LOG_INTERVAL_MS`. */
const MAX_FORBIDDEN_LINES = 60;

/** Errors caused by the input or its amount, not by the product. */
const COUNTED_ERRORS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'malformed',
  'tooLarge',
  'unsupported',
  'tooMany',
  'csrf',
  'unauthenticated',
  'forbidden',
]);

/** Characters of an address that the log has. */
const MAX_LOGGED_PATH = 200;

const countsByLogger = new WeakMap<Logger, Map<ErrorCode, number>>();

export interface RefusedCall {
  requestId: string;
  method: string;
  path: string;
  /** The right that the call needs, where its route names one. */
  right: string | undefined;
  userId: number | undefined;
  via: string | undefined;
  ip: string;
}

/** Counts a refused request; `log` gets the numbers within a minute. */
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
