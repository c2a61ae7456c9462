import { LRUCache } from 'lru-cache';
import { hashSecret } from '#auth/secret.ts';
import { AppError } from '#contracts/errors.ts';
import { DEAD_CREDENTIALS_PER_MINUTE } from '#contracts/limits.ts';
import { addressBlock } from '#platform/address.ts';
import type { Ctx, Deps } from '../context.ts';

/*
 * Tokens and session cookies that don't hold. To find that out costs a query, before it is known
 * who calls and what for, so before any other limit: whoever makes them up is refused after some in
 * a minute, in this process alone, without asking the database. What held a while ago is always
 * looked up, whatever others behind the same address send.
 */

const MINUTE = 60_000;
/**
 * Addresses, and credentials that held, that a process remembers; whichever was used longest ago is
 * forgotten first.
 */
const REMEMBERED = 20_000;
/** Milliseconds for which a credential that held is remembered. */
const HELD_MS = 60 * MINUTE;

interface Known {
  dead: LRUCache<string, number>;
  held: LRUCache<string, true>;
}
const known = new WeakMap<Deps, Known>();

function knownBy(deps: Deps): Known {
  const found = known.get(deps) ?? {
    dead: new LRUCache<string, number>({ max: REMEMBERED, ttl: MINUTE }),
    held: new LRUCache<string, true>({ max: REMEMBERED, ttl: HELD_MS }),
  };
  known.set(deps, found);
  return found;
}

/**
 * Looks a token or a session up, unless its address has sent too many that don't hold. Throws
 * tooMany.
 */
export async function lookUp<T>(
  { var: { deps, ip } }: Ctx,
  secret: string,
  find: () => Promise<T | undefined>,
): Promise<T | undefined> {
  if (deps.env.RATE_LIMITS === 'off') return find();
  const { dead, held } = knownBy(deps);
  const [block, hash] = [addressBlock(ip), hashSecret(secret)];
  const count = dead.get(block) ?? 0;
  if (count >= DEAD_CREDENTIALS_PER_MINUTE && !held.has(hash)) {
    const retryAfter = Math.max(1, Math.ceil(dead.getRemainingTTL(block) / 1_000));
    throw new AppError('tooMany', { retryAfter, values: { seconds: retryAfter } });
  }
  const found = await find();
  if (found !== undefined) held.set(hash, true);
  // The minute begins with the first of them.
  else
    dead.set(
      block,
      (dead.get(block) ?? 0) + 1,
      dead.has(block) ? { ttl: Math.max(1, dead.getRemainingTTL(block)) } : {},
    );
  return found;
}
