import type { BenchEnvironment } from './environment.ts';
import type { Figure } from './figures.ts';
import type { RunningServer } from './server-under-test.ts';

/** What a measurement is given: the seeded place, and the built server that runs on it. */
export interface BenchContext {
  environment: BenchEnvironment;
  server: RunningServer;
  /** For Node, where a measurement starts a process of its own: those that take profiles. */
  flags: readonly string[];
  /** Shown while it runs. */
  report(detail: string): void;
}

export type Measurement = (bench: BenchContext) => Promise<Figure[]>;
