import { crawl, sendLargeBodies } from './calls.ts';
import {
  HALF_HEAD,
  holdConnections,
  localAddressOf,
  slowReaderHead,
  slowWriterHead,
} from './held-connections.ts';
import type { Tally } from './tally.ts';

/* The kinds of pressure, by their names. */

export interface PressureSizes {
  writers: number;
  readers: number;
  halfOpen: number;
  /** Senders of large bodies. */
  bodies: number;
  /** Pages that crawlers ask for in a second. */
  crawl: number;
}

export interface PressureOptions {
  /** Of nginx. */
  port: number;
  sizes: PressureSizes;
  /** Of members, who send bodies. */
  tokens: readonly string[];
  /** A page that stands, for slow readers. */
  page: string;
  /** Pages that don't stand, in the order in which they are asked for. */
  coldPages: readonly string[];
}

export interface RunningPressure {
  tally: Tally;
  /** Connections that are held, or calls without an answer. */
  readonly openCount: number;
  stop(): void | Promise<void>;
}

/** What nginx lets one address have open (scripts/deploy/nginx.conf). */
const PER_ADDRESS = 400;
/** Connections of one address beyond that, which are refused. */
const EXTRA = 50;
/** Pages that a slow reader asks for: ten megabytes, more than kernels hold. */
const PAGES_EACH = 100;

interface Pressure {
  describe(sizes: PressureSizes): string;
  start(options: PressureOptions): Promise<RunningPressure> | RunningPressure;
}

export const PRESSURES = {
  writers: {
    describe: ({ writers }) => `${writers} slow writers`,
    start: ({ port, sizes, tokens }) =>
      holdConnections({
        port,
        count: sizes.writers,
        perAddress: PER_ADDRESS,
        extra: EXTRA,
        head: slowWriterHead(tokens[0] as string),
        trickle: ' ',
      }),
  },
  readers: {
    describe: ({ readers }) => `${readers} slow readers`,
    start: ({ port, sizes, page }) =>
      holdConnections({
        port,
        count: sizes.readers,
        perAddress: PER_ADDRESS,
        extra: EXTRA,
        head: slowReaderHead(page, PAGES_EACH),
        readsSlowly: true,
      }),
  },
  'half-open': {
    describe: ({ halfOpen }) => `${halfOpen} half-open connections`,
    start: ({ port, sizes }) =>
      holdConnections({
        port,
        count: sizes.halfOpen,
        perAddress: PER_ADDRESS,
        head: HALF_HEAD,
      }),
  },
  bodies: {
    describe: ({ bodies }) => `${bodies} senders of large bodies`,
    start: ({ port, sizes, tokens }) => sendLargeBodies(port, { senders: sizes.bodies, tokens }),
  },
  crawl: {
    describe: ({ crawl: perSecond }) => `${perSecond} cold pages a second`,
    start: ({ port, sizes, coldPages }) =>
      crawl(port, { pages: coldPages, perSecond: sizes.crawl }, localAddressOf),
  },
} satisfies Record<string, Pressure>;

export type PressureName = keyof typeof PRESSURES;
export const PRESSURE_NAMES = Object.keys(PRESSURES) as PressureName[];
