import { REPLY_COOLDOWN_MS } from '#contracts/limits.ts';

/** Lets one piece of work through at a time; others are turned away, not kept waiting. */
export interface SubmitLock {
  /** Resolves to undefined at once when it may not start. */
  run<Result>(work: () => Promise<Result>): Promise<Result | undefined>;
}

/**
 * Replying is blocked while a reply is pending and for `rest` milliseconds after its answer (R15).
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
