import type { ErrorCode } from '#contracts/errors.ts';
import type { Logger } from '#platform/log.ts';

/*
 * Counts refused requests: invalid input isn't our error, so the log has one line a minute for all
 * of them.
 */

/** Milliseconds from the first refusal to the line about it and those after it. */
const LOG_INTERVAL_MS = 60_000;

/** Errors caused by the input or its amount, not by the product. */
const COUNTED_ERRORS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'malformed',
  'tooLarge',
  'unsupported',
  'tooMany',
  'csrf',
  'unauthenticated',
]);

const countsByLogger = new WeakMap<Logger, Map<ErrorCode, number>>();

/** Counts a refused request; `log` gets the numbers within a minute. */
export function countRefusal(log: Logger, code: ErrorCode): void {
  if (!COUNTED_ERRORS.has(code)) return;
  const gathered = countsByLogger.get(log) ?? new Map<ErrorCode, number>();
  if (gathered.size === 0) setTimeout(logCounts, LOG_INTERVAL_MS, log, gathered).unref();
  gathered.set(code, (gathered.get(code) ?? 0) + 1);
  countsByLogger.set(log, gathered);
}

function logCounts(log: Logger, gathered: Map<ErrorCode, number>): void {
  log.info({ refused: Object.fromEntries(gathered) }, 'requests were refused');
  gathered.clear();
}
