import { LRUCache } from 'lru-cache';
import { hashSecret } from '#auth/secret.ts';
import { AppError } from '#contracts/errors.ts';
import { MAX_INVALID_CREDENTIALS_PER_MINUTE } from '#contracts/limits.ts';
import { toAddressBlock } from '#platform/address-block.ts';
import type { ApiContext, Deps } from '../context.ts';

/*
 * Limits invalid tokens and session cookies. Finding out costs a query before the caller and the
 * call are known, so before any other limit. An address that sends too many in a minute is refused
 * by this process without a query. Credentials that were valid a while ago are always looked up,
 * whatever others behind the same address send.
 */

const MINUTE_MS = 60_000;
/**
 * Addresses and valid credentials that a process remembers; the least recently used are forgotten
 * first.
 */
const MAX_REMEMBERED = 20_000;
/** Milliseconds for which a valid credential is remembered. */
const VALID_TTL_MS = 60 * MINUTE_MS;

interface CredentialCaches {
  dead: LRUCache<string, number>;
  held: LRUCache<string, true>;
}
const cachesByDeps = new WeakMap<Deps, CredentialCaches>();

function getCaches(deps: Deps): CredentialCaches {
  const caches = cachesByDeps.get(deps) ?? {
    dead: new LRUCache<string, number>({ max: MAX_REMEMBERED, ttl: MINUTE_MS }),
    held: new LRUCache<string, true>({ max: MAX_REMEMBERED, ttl: VALID_TTL_MS }),
  };
  cachesByDeps.set(deps, caches);
  return caches;
}

/**
 * Looks up a token or a session, unless its address has sent too many invalid ones. Throws tooMany.
 */
export async function lookUpCredential<T>(
  { var: { deps, ip } }: ApiContext,
  secret: string,
  find: () => Promise<T | undefined>,
): Promise<T | undefined> {
  if (deps.env.RATE_LIMITS === 'off') return find();
  const { dead, held } = getCaches(deps);
  const [block, hash] = [toAddressBlock(ip), hashSecret(secret)];
  const failures = dead.get(block) ?? 0;
  if (failures >= MAX_INVALID_CREDENTIALS_PER_MINUTE && !held.has(hash)) {
    const retryAfter = Math.max(1, Math.ceil(dead.getRemainingTTL(block) / 1_000));
    throw new AppError('tooMany', { retryAfter, values: { seconds: retryAfter } });
  }
  const result = await find();
  if (result !== undefined) held.set(hash, true);
  // the minute begins with the first invalid one
  else
    dead.set(
      block,
      (dead.get(block) ?? 0) + 1,
      dead.has(block) ? { ttl: Math.max(1, dead.getRemainingTTL(block)) } : {},
    );
  return result;
}
