import type { LookupAddress } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import webPush from 'web-push';
import type { PushMessage } from '#contracts/pushing.ts';
import type { Env } from '#platform/env.ts';
import { isLoopbackEndpoint } from './endpoints.ts';
import { type PushKeys, pushContact } from './keys.ts';
import type { Asker, NameLookup } from './look-up.ts';
import { topicOf } from './push-messages.ts';
import type { SlowServices } from './slow-services.ts';

/* Hands messages over to a push service. Redirects aren't followed, answers aren't read. */

/** A message that couldn't be delivered for a day is dropped by the service. */
const TTL_SECONDS = 24 * 60 * 60;

export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/**
 * Outcome of a message. gone: the browser has ended its subscription. later: try again, after that
 * many seconds if the service says so. refused: the service will never take it.
 */
export type PushOutcome =
  | { kind: 'sent' | 'gone' | 'refused' }
  | { kind: 'later'; afterSeconds: number };

export const LATER: PushOutcome = { kind: 'later', afterSeconds: 0 };

export interface Delivery {
  env: Env;
  lookUp: NameLookup;
  slowServices: SlowServices;
}

function toOutcome(status: number, retryAfter: string | undefined): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  if (status === 429 || status >= 500)
    return { kind: 'later', afterSeconds: Number(/^\d{1,5}$/.exec(retryAfter ?? '')?.[0] ?? 0) };
  return { kind: 'refused' };
}

/** Rejects when the signal aborts. */
const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    const fail = () => reject(signal.reason);
    if (signal.aborted) fail();
    else signal.addEventListener('abort', fail, { once: true });
  });

/**
 * Connects to addresses that were checked. The name is not looked up again, as it may lead to
 * another address by then.
 */
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
  body: Buffer | null,
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

/**
 * Sends messages to one browser, one after the other, until the asker's signal aborts. Returns the
 * outcome of the last one that was tried.
 */
export async function deliverMessages(
  { env, lookUp, slowServices }: Delivery,
  { publicKey, privateKey }: PushKeys,
  { endpoint, p256dh, auth }: PushTarget,
  messages: readonly PushMessage[],
  asker: Asker,
): Promise<PushOutcome> {
  const { signal } = asker;
  const url = new URL(endpoint);
  let lookup: LookupFunction | undefined;
  if (!isLoopbackEndpoint(env, url))
    try {
      lookup = connectTo(await Promise.race([lookUp(url.hostname, asker), rejectOnAbort(signal)]));
    } catch {
      return LATER;
    }
  for (const message of messages) {
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(message),
      {
        vapidDetails: { subject: pushContact(env), publicKey, privateKey },
        TTL: TTL_SECONDS,
        urgency: 'normal',
        topic: topicOf(message.tag),
      },
    );
    const outcome = await slowServices.observe(url.host, () =>
      send(url, headers as Record<string, string>, body, lookup, signal),
    );
    if (outcome.kind !== 'sent') return outcome;
  }
  return { kind: 'sent' };
}
