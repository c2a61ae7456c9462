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
 * Limits invalid tokens and session cookies, whose lookups cost a query before any other limit
 * applies. If an address sends too many in a minute, its lookups are queued; a full queue refuses
 * them without a query. Recently valid or new credentials skip the queue, so others on the same
 * address can't block them.
 */

const MINUTE_MS = 60_000;
/** Addresses and valid credentials that a process remembers, in an LRU cache. */
const MAX_REMEMBERED = 20_000;
/** Milliseconds for which a valid credential is remembered. */
const VALID_TTL_MS = 60 * MINUTE_MS;

export const createCredentialCaches = (): CredentialCaches => ({
  dead: new LRUCache({ max: MAX_REMEMBERED, ttl: MINUTE_MS }),
  held: new LRUCache({ max: MAX_REMEMBERED, ttl: VALID_TTL_MS }),
  queues: new Map(),
});

const getCaches = (deps: Deps): CredentialCaches => (deps.credentials ??= createCredentialCaches());

export const rememberCredential = (deps: Deps, secret: string): void =>
  void getCaches(deps).held.set(hashSecret(secret), true);

/** Waits for a turn in the lookup queue of an address. Throws tooMany if it is full. */
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

/** Looks up a token or session, queued after too many invalid ones. Throws tooMany. */
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

/** As lookUpAtPace, for a call. */
export const lookUpCredential = <T>(
  { var: { deps, ip } }: ApiContext,
  secret: string,
  find: () => Promise<T | undefined>,
): Promise<T | undefined> =>
  deps.env.RATE_LIMITS === 'off' ? find() : lookUpAtPace(getCaches(deps), ip, secret, find);
