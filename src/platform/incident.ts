import type { Logger } from './log.ts';

/**
 * Milliseconds of the first pause after a failure; each next one is twice as long, up to the last.
 */
const MIN_PAUSE_MS = 500;
const MAX_PAUSE_MS = 30_000;

/** Reports a recurring failure to operators: once when it begins, and once when it is over. */
export interface Incident {
  /** Records a failure. Returns the milliseconds to wait before the next attempt. */
  recordFailure(error: unknown): number;
  /** Records a success. */
  recordSuccess(): void;
  /** Milliseconds until the next attempt; 0 while nothing fails. */
  readonly remainingPauseMs: number;
}

/**
 * `name`: of what fails, in the log's events. `onChange` is called with the first failure, and
 * without one at the end.
 */
export function createIncident(
  log: Logger,
  name: string,
  onChange: (error?: unknown) => void = () => {},
): Incident {
  let failures = 0;
  let nextTryMs = 0;
  return {
    recordFailure(error) {
      if (failures === 0) {
        log.error({ err: error }, `${name}.failed`);
        onChange(error);
      }
      const pauseMs = Math.min(MAX_PAUSE_MS, MIN_PAUSE_MS * 2 ** Math.min(failures++, 10));
      nextTryMs = performance.now() + pauseMs;
      return pauseMs;
    },
    recordSuccess() {
      if (failures === 0) return;
      log.warn({ failures }, `${name}.recovered`);
      failures = 0;
      nextTryMs = 0;
      onChange();
    },
    get remainingPauseMs() {
      return failures === 0 ? 0 : Math.max(0, nextTryMs - performance.now());
    },
  };
}
