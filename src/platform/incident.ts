import { createBackoff } from './backoff.ts';
import type { Logger } from './log.ts';

/** Milliseconds of the first pause after a failure. */
const MIN_PAUSE_MS = 500;

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
  const backoff = createBackoff({ firstMs: MIN_PAUSE_MS });
  let nextTryMs = 0;
  return {
    recordFailure(error) {
      if (backoff.failures === 0) {
        log.error({ err: error }, `${name}.failed`);
        onChange(error);
      }
      const pauseMs = backoff.nextPauseMs();
      nextTryMs = performance.now() + pauseMs;
      return pauseMs;
    },
    recordSuccess() {
      const { failures } = backoff;
      if (failures === 0) return;
      log.warn({ failures }, `${name}.recovered`);
      backoff.reset();
      nextTryMs = 0;
      onChange();
    },
    get remainingPauseMs() {
      return backoff.failures === 0 ? 0 : Math.max(0, nextTryMs - performance.now());
    },
  };
}
