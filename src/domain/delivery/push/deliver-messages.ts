import type { LookupAddress } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { PushMessage } from '#contracts/pushing.ts';
import type { Env } from '#platform/env.ts';
import { isLoopbackEndpoint } from './endpoints.ts';
import { type PushKeys, pushContact } from './keys.ts';
import type { Asker, NameLookup } from './look-up.ts';
import { topicOf } from './push-messages.ts';
import { createPushRequest, type PushTarget } from './push-request.ts';
import type { SlowServices } from './slow-services.ts';

/* Redirects of push services aren't followed; response bodies aren't read. */

/** The push service drops undelivered messages after a day. */
const TTL_SECONDS = 24 * 60 * 60;

/**
 * gone: subscription ended. later: retry, after the service's seconds if given. refused: permanent.
 */
export type PushOutcome =
  | { kind: 'sent' | 'expired' | 'refused' }
  | { kind: 'later'; afterSeconds: number };

export const LATER: PushOutcome = { kind: 'later', afterSeconds: 0 };

export interface Delivery {
  env: Env;
  lookUp: NameLookup;
  slowServices: SlowServices;
}

function toOutcome(status: number, retryAfter: string | undefined): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent' };
  if (status === 404 || status === 410) return { kind: 'expired' };
  if (status === 429 || status >= 500)
    return { kind: 'later', afterSeconds: Number(/^\d{1,5}$/.exec(retryAfter ?? '')?.[0] ?? 0) };
  return { kind: 'refused' };
}

const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    const fail = () => reject(signal.reason);
    if (signal.aborted) fail();
    else signal.addEventListener('abort', fail, { once: true });
  });

/** Connects to the checked addresses. A second look-up could return other addresses. */
const connectTo =
  (addresses: readonly LookupAddress[]): LookupFunction =>
  (_hostname, { all }, done) => {
    const [first] = addresses;
    if (all) done(null, [...addresses]);
    else done(first ? null : new Error('no address'), first?.address ?? '', first?.family ?? 0);
  };

function send(
  url: URL,
  headers: Record<string, string>,
  body: Buffer,
  lookup: LookupFunction | undefined,
  signal: AbortSignal,
): Promise<PushOutcome> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve) => {
    const failed = () => resolve(LATER);
    request(url, { ...(lookup ? { lookup } : {}), method: 'POST', headers, signal }, (response) => {
      resolve(toOutcome(response.statusCode ?? 0, response.headers['retry-after']));
      response.on('error', failed).destroy();
    })
      .on('error', failed)
      .end(body);
  });
}

/** Sends messages in sequence until the asker's signal aborts. Returns the last outcome. */
export async function deliverMessages(
  { env, lookUp, slowServices }: Delivery,
  keys: PushKeys,
  target: PushTarget,
  messages: readonly PushMessage[],
  asker: Asker,
): Promise<PushOutcome> {
  const { signal } = asker;
  const url = new URL(target.endpoint);
  let lookup: LookupFunction | undefined;
  if (!isLoopbackEndpoint(env, url))
    try {
      lookup = connectTo(await Promise.race([lookUp(url.hostname, asker), rejectOnAbort(signal)]));
    } catch {
      return LATER;
    }
  for (const message of messages) {
    const { headers, body } = createPushRequest(target, JSON.stringify(message), {
      keys,
      contact: pushContact(env),
      ttlSeconds: TTL_SECONDS,
      topic: topicOf(message.tag),
    });
    const outcome = await slowServices.observe(url.host, () =>
      send(url, headers, body, lookup, signal),
    );
    if (outcome.kind !== 'sent') return outcome;
  }
  return { kind: 'sent' };
}
