import { REPLY_COOLDOWN_MS } from '#contracts/limits.ts';

/** Runs one task at a time; refuses further tasks instead of queueing them. */
export interface SubmitLock {
  /** Resolves to undefined at once if another task runs. */
  run<Result>(work: () => Promise<Result>): Promise<Result | undefined>;
}

/** Blocks while a task is pending and for `cooldownMs` after it (R15). */
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
