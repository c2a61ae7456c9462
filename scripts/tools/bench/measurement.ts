import type { BenchEnvironment } from './environment.ts';
import type { Figure } from './figures.ts';
import type { RunningServer } from './server-under-test.ts';
import type { Yardsticks } from './yardsticks.ts';

/** Input of a measurement: the seeded environment and its built server. */
export interface BenchContext {
  environment: BenchEnvironment;
  server: RunningServer;
  /** Capacity of this machine: measurements judged by it take a sample per round. */
  yardsticks: Yardsticks;
  /** Node flags for processes that a measurement starts, for profiles. */
  flags: readonly string[];
  report(detail: string): void;
}

export type Measurement = (bench: BenchContext) => Promise<Figure[]>;
