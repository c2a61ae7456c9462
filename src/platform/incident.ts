import { createBackoff } from './backoff.ts';
import type { Logger } from './log.ts';

const MIN_PAUSE_MS = 500;

/** Reports a recurring failure to operators once at its start and once at its end. */
export interface Incident {
  /** Returns the milliseconds to wait before the next attempt. */
  recordFailure(error: unknown): number;
  recordSuccess(): void;
  /** Milliseconds until the next attempt; 0 without a failure. */
  readonly remainingPauseMs: number;
  readonly isFailing: boolean;
}

/**
 * `name`: prefix of log events. `onChange` gets the first failure, and undefined at the end.
 * `maxPauseMs`: longest pause between two attempts.
 */
export function createIncident(
  log: Logger,
  name: string,
  onChange: (error?: unknown) => void = () => {},
  maxPauseMs = 30_000,
): Incident {
  const backoff = createBackoff({ firstMs: MIN_PAUSE_MS, lastMs: maxPauseMs });
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
    get isFailing() {
      return backoff.failures > 0;
    },
    get remainingPauseMs() {
      return backoff.failures === 0 ? 0 : Math.max(0, nextTryMs - performance.now());
    },
  };
}
