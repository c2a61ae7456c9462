import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { LRUCache } from 'lru-cache';
import { createFairLimit, type FairLimit } from '#platform/fair-limit.ts';
import {
  MAX_CONCURRENT_PUSH_LOOKUPS,
  MAX_WAITING_PUSH_LOOKUPS,
  PUSH_LOOKUP_MS,
} from '#platform/limits.ts';
import { isPublicAddress } from './endpoints.ts';

/*
 * Members choose the names of push services, so look-ups must not block others. `dns.lookup`
 * (getaddrinfo) holds one of the four libuv threads until the name server answers. A Resolver uses
 * its own sockets and can be cancelled. It ignores /etc/hosts, but push services have public names.
 */

const CACHED_MS = 5 * 60_000;
/** Pause of a name after its first failure; it doubles with each failure. */
const FIRST_PAUSE_MS = 30_000;
const LAST_PAUSE_MS = 5 * 60_000;
/** Capacity of each cache. */
const MAX_NAMES = 1_000;

/** The name has no public address, is paused, or timed out. */
class LookupError extends Error {}

interface LookupOptions {
  /** Default: the servers of the machine. */
  servers?: readonly string[];
  timeoutMs?: number;
  /** Current time in milliseconds. */
  now?: () => number;
}

export interface Asker {
  person: number;
  /** Admits one look-up of this person at a time. */
  turn: FairLimit;
  /** A queued look-up doesn't start after an abort. */
  signal: AbortSignal;
}

/** Returns the addresses of a host, all public. Throws LookupError. */
export type NameLookup = (hostname: string, asker: Asker) => Promise<LookupAddress[]>;

export const createLookupTurn = (maxWaiting: number): FairLimit =>
  createFairLimit({ capacity: 1, maxWaiting, createRefusal: () => new LookupError('full') });

async function resolveName(
  hostname: string,
  { servers, timeoutMs = PUSH_LOOKUP_MS }: LookupOptions,
): Promise<LookupAddress[]> {
  const resolver = new Resolver({ timeout: Math.ceil(timeoutMs / 2), tries: 2 });
  if (servers) resolver.setServers(servers);
  const timer = setTimeout(() => resolver.cancel(), timeoutMs);
  try {
    const answers = await Promise.allSettled([
      resolver.resolve4(hostname),
      resolver.resolve6(hostname),
    ]);
    return answers.flatMap((answer, index) =>
      answer.status === 'rejected'
        ? []
        : answer.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })),
    );
  } finally {
    clearTimeout(timer);
  }
}

/** Limits: few concurrent names, one per person, and pauses for failed names. */
export function createNameLookup(options: LookupOptions = {}): NameLookup {
  const now = options.now ?? (() => performance.now());
  const withSlot = createFairLimit({
    slot: 'pushLookups',
    capacity: MAX_CONCURRENT_PUSH_LOOKUPS,
    maxWaiting: MAX_WAITING_PUSH_LOOKUPS,
    createRefusal: () => new LookupError('too many look-ups'),
  });
  const known = new LRUCache<string, { addresses: LookupAddress[]; until: number }>({
    max: MAX_NAMES,
  });
  const paused = new LRUCache<string, { failures: number; until: number }>({ max: MAX_NAMES });

  /** Cached addresses; undefined if it must be looked up. Throws if paused. */
  const recall = (hostname: string): LookupAddress[] | undefined => {
    const name = known.get(hostname);
    if (name && name.until > now()) return name.addresses;
    if ((paused.get(hostname)?.until ?? 0) > now()) throw new LookupError('paused');
    return undefined;
  };
  const resolve = async (hostname: string): Promise<LookupAddress[]> => {
    const addresses = await resolveName(hostname, options);
    if (addresses.length > 0 && addresses.every(({ address }) => isPublicAddress(address))) {
      paused.delete(hostname);
      known.set(hostname, { addresses, until: now() + CACHED_MS });
      return addresses;
    }
    const failures = (paused.get(hostname)?.failures ?? 0) + 1;
    const pauseMs = Math.min(LAST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1));
    paused.set(hostname, { failures, until: now() + pauseMs });
    throw new LookupError(addresses.length === 0 ? 'no address' : 'not a public address');
  };

  return async (hostname, { person, turn, signal }) => {
    const begin = async () => {
      signal.throwIfAborted();
      return recall(hostname) ?? resolve(hostname);
    };
    // before queueing: names that resolve don't wait for names that don't
    return recall(hostname) ?? turn(() => withSlot(begin, { person }));
  };
}
