import { crawl, sendLargeBodies } from './calls.ts';
import {
  HALF_HEAD,
  holdConnections,
  localAddressOf,
  slowReaderHead,
  slowWriterHead,
} from './held-connections.ts';
import type { Tally } from './tally.ts';

export interface PressureSizes {
  writers: number;
  readers: number;
  halfOpen: number;
  bodies: number;
  /** Requests of crawlers per second. */
  crawl: number;
}

export interface PressureOptions {
  /** Of nginx. */
  port: number;
  sizes: PressureSizes;
  /** Of members who send bodies. */
  tokens: readonly string[];
  /** A published page, for slow readers. */
  page: string;
  /** Unpublished pages in request order. */
  coldPages: readonly string[];
}

export interface RunningPressure {
  tally: Tally;
  /** Held connections, or unanswered calls. */
  readonly openCount: number;
  stop(): void | Promise<void>;
}

/** nginx's connection limit per address (scripts/deploy/nginx.conf). */
const PER_ADDRESS = 400;
/** Connections over the limit, which are refused. */
const EXTRA = 50;
/** Ten megabytes per slow reader, more than kernels buffer. */
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
      holdConnections({ port, count: sizes.halfOpen, perAddress: PER_ADDRESS, head: HALF_HEAD }),
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
