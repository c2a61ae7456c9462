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
 * The names of push services come from members, so a look-up must not hold anything that others
 * need. `dns.lookup` (getaddrinfo) occupies one of the process's four threads for files and names
 * until the name server answers. A Resolver has sockets of its own, and can be cancelled. It reads
 * /etc/resolv.conf but not /etc/hosts: a push service has a public name.
 */

/** Milliseconds for which the addresses of a name are cached. */
const CACHED_MS = 5 * 60_000;
/** Milliseconds for which a name is paused after its first failure; each pause is twice as long. */
const FIRST_PAUSE_MS = 30_000;
const LAST_PAUSE_MS = 5 * 60_000;
/** Names that are remembered, of each kind. */
const MAX_NAMES = 1_000;

/** A name without a public address, or one that is paused or could not be looked up in time. */
class LookupError extends Error {}

interface LookupOptions {
  /** Name servers; those of the machine unless given. */
  servers?: readonly string[];
  timeoutMs?: number;
  /** The present, in milliseconds. */
  now?: () => number;
}

/** On whose behalf a name is looked up. */
export interface Asker {
  person: number;
  /** Admits one look-up of this person at a time. */
  turn: FairLimit;
  /** A look-up that is still queued when it aborts is not begun. */
  signal: AbortSignal;
}

/** Returns the addresses of a host, all of them public. Throws LookupError. */
export type NameLookup = (hostname: string, asker: Asker) => Promise<LookupAddress[]>;

/** A turn for the look-ups of one person. */
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

/**
 * Creates a look-up with limits of its own: few names at a time, one of each person, and a name
 * that failed is not asked again for a while.
 */
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

  /** The cached addresses of a name; undefined if it must be looked up. Throws if it is paused. */
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
    // asked before queueing: a name that answers does not wait for those that don't
    return recall(hostname) ?? turn(() => withSlot(begin, { person }));
  };
}
