import type { Logger } from '#platform/log.ts';

/**
 * Milliseconds of the first pause after a failure; each next one is twice as long, up to the last.
 */
const FIRST_PAUSE_MS = 500;
const LAST_PAUSE_MS = 30_000;

/**
 * What an operator is told of something that fails again and again: once that it does, and once
 * that it's over.
 */
export interface Incident {
  /** Notes a failure. Returns the milliseconds to wait before the next try. */
  failed(error: unknown): number;
  /** Notes that it works. */
  worked(): void;
  /** Milliseconds until the next try is due; 0 when nothing is wrong. */
  readonly waits: number;
}

export interface IncidentTexts {
  fails: string;
  goesOn: string;
}

/** `changed` hears of the first failure, and without one of the end. */
export function createIncident(
  log: Logger,
  { fails, goesOn }: IncidentTexts,
  changed: (error?: unknown) => void = () => {},
): Incident {
  let failures = 0;
  let nextTry = 0;
  return {
    failed(error) {
      if (failures === 0) {
        log.error({ err: error }, fails);
        changed(error);
      }
      const pause = Math.min(LAST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures++, 10));
      nextTry = performance.now() + pause;
      return pause;
    },
    worked() {
      if (failures === 0) return;
      log.warn({ failures }, goesOn);
      failures = 0;
      nextTry = 0;
      changed();
    },
    get waits() {
      return failures === 0 ? 0 : Math.max(0, nextTry - performance.now());
    },
  };
}
