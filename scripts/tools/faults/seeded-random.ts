import { seededRandom } from '../../seed/timeline.ts';

/* A random generator with a printed seed, for reproduction. Timing still depends on the machine. */

export interface Random {
  /** From 0 to 1. */
  next(): number;
  between(from: number, to: number): number;
  pick<T>(from: readonly T[]): T;
}

export function createRandom(seed: number): Random {
  const next = seededRandom(seed);
  return {
    next,
    between: (from, to) => from + next() * (to - from),
    pick: (from) => {
      if (from.length === 0) throw new Error('There is nothing to pick from.');
      return from[Math.floor(next() * from.length)] as (typeof from)[number];
    },
  };
}
