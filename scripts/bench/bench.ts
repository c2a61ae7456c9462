import type { Measured } from './figure.ts';
import type { Place } from './place.ts';
import type { Running } from './server.ts';

/** What a measurement is given: the seeded place, and the built server that runs on it. */
export interface Bench {
  place: Place;
  server: Running;
  /** For Node, where a measurement starts a process of its own: those that take profiles. */
  flags: readonly string[];
  /** Shown while it runs. */
  report(detail: string): void;
}

export type Measure = (bench: Bench) => Promise<Measured[]>;
