import { setTimeout } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { hashSecret } from '#auth/secret.ts';
import { AppError } from '#contracts/errors.ts';
import { toAddressBlock } from '#platform/address-block.ts';
import {
  CREDENTIAL_PACE_MS,
  MAX_INVALID_CREDENTIALS_PER_MINUTE,
  MAX_WAITING_CREDENTIALS,
} from '#platform/limits.ts';
import type { ApiContext, CredentialCaches, Deps, LookupQueue } from '../context.ts';

/*
 * Limits invalid tokens and session cookies. Finding out costs a query before the caller and the
 * call are known, so before any other limit. Of an address that sends too many in a minute, this
 * process looks them up at a pace, and refuses without a query what would have to wait too long.
 * Credentials that were valid a while ago, or were just made, don't wait, whatever others behind
 * the same address send.
 */

const MINUTE_MS = 60_000;
/**
 * Addresses and valid credentials that a process remembers; the least recently used are forgotten
 * first.
 */
const MAX_REMEMBERED = 20_000;
/** Milliseconds for which a valid credential is remembered. */
const VALID_TTL_MS = 60 * MINUTE_MS;

export const createCredentialCaches = (): CredentialCaches => ({
  dead: new LRUCache({ max: MAX_REMEMBERED, ttl: MINUTE_MS }),
  held: new LRUCache({ max: MAX_REMEMBERED, ttl: VALID_TTL_MS }),
  queues: new Map(),
});

const getCaches = (deps: Deps): CredentialCaches => (deps.credentials ??= createCredentialCaches());

/** Remembers a credential that was just made. */
export const rememberCredential = (deps: Deps, secret: string): void =>
  void getCaches(deps).held.set(hashSecret(secret), true);

/** Waits for a turn among the lookups of an address. Throws tooMany when too many wait. */
async function waitForTurn(queues: Map<string, LookupQueue>, block: string): Promise<void> {
  const queue = queues.get(block) ?? { waiting: 0, last: Promise.resolve() };
  if (queue.waiting >= MAX_WAITING_CREDENTIALS) {
    const seconds = Math.ceil((MAX_WAITING_CREDENTIALS * CREDENTIAL_PACE_MS) / 1_000);
    throw new AppError('tooMany', { retryAfter: seconds, values: { seconds } });
  }
  queues.set(block, queue);
  queue.waiting++;
  queue.last = queue.last.then(() => setTimeout(CREDENTIAL_PACE_MS));
  await queue.last;
  queue.waiting--;
  if (queue.waiting === 0) queues.delete(block);
}

/**
 * Looks up a token or a session; at a pace when its address has sent too many invalid ones. Throws
 * tooMany.
 */
export async function lookUpAtPace<T>(
  { dead, held, queues }: CredentialCaches,
  address: string,
  secret: string,
  find: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const [block, hash] = [toAddressBlock(address), hashSecret(secret)];
  const failures = dead.get(block) ?? 0;
  if (failures >= MAX_INVALID_CREDENTIALS_PER_MINUTE && !held.has(hash))
    await waitForTurn(queues, block);
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

/** The same for a call. */
export const lookUpCredential = <T>(
  { var: { deps, ip } }: ApiContext,
  secret: string,
  find: () => Promise<T | undefined>,
): Promise<T | undefined> =>
  deps.env.RATE_LIMITS === 'off' ? find() : lookUpAtPace(getCaches(deps), ip, secret, find);
