import type { BenchEnvironment } from './environment.ts';
import type { Figure } from './figures.ts';
import type { RunningServer } from './server-under-test.ts';
import type { Yardsticks } from './yardsticks.ts';

/** What a measurement is given: the seeded place, and the built server that runs on it. */
export interface BenchContext {
  environment: BenchEnvironment;
  server: RunningServer;
  /** What this machine can do: what is judged by it takes a sample in each of its rounds. */
  yardsticks: Yardsticks;
  /** For Node, where a measurement starts a process of its own: those that take profiles. */
  flags: readonly string[];
  /** Shown while it runs. */
  report(detail: string): void;
}

export type Measurement = (bench: BenchContext) => Promise<Figure[]>;
