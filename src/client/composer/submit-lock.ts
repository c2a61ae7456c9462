import { REPLY_COOLDOWN_MS } from '#contracts/limits.ts';

/** Runs one task at a time; further tasks are refused, not queued. */
export interface SubmitLock {
  /** Runs the task; resolves to undefined at once when another one runs. */
  run<Result>(work: () => Promise<Result>): Promise<Result | undefined>;
}

/**
 * Replying is blocked while a reply is pending and for `cooldownMs` after its answer (R15).
 */
export function createSubmitLock(
  cooldownMs: number = REPLY_COOLDOWN_MS,
  now: () => number = () => performance.now(),
): SubmitLock {
  let freeAt = 0;
  return {
    async run(work) {
      if (now() < freeAt) return undefined;
      freeAt = Number.POSITIVE_INFINITY;
      try {
        return await work();
      } finally {
        freeAt = now() + cooldownMs;
      }
    },
  };
}
