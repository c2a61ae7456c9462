import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import webPush from 'web-push';
import type { PushMessage } from '#contracts/pushing.ts';
import type { Env } from '#platform/env.ts';
import { lookupFor } from './endpoints.ts';
import { type PushKeys, pushContact } from './keys.ts';
import { topicOf } from './push-messages.ts';

/* Hands one message over to a push service. Redirects aren't followed, answers aren't read. */

const TIMEOUT_MS = 10_000;
/** A message that couldn't be delivered for a day is dropped by the service. */
const TTL_SECONDS = 24 * 60 * 60;

export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/**
 * What became of a message. gone: the browser has ended its subscription. later: it may be tried
 * again, after that many seconds if the service says so. refused: it never will be taken.
 */
export type PushOutcome =
  | { kind: 'sent' | 'gone' | 'refused' }
  | { kind: 'later'; afterSeconds: number };

function toOutcome(status: number, retryAfter: string | undefined): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  if (status === 429 || status >= 500)
    return { kind: 'later', afterSeconds: Number(/^\d{1,5}$/.exec(retryAfter ?? '')?.[0] ?? 0) };
  return { kind: 'refused' };
}

export async function deliverMessage(
  env: Env,
  { publicKey, privateKey }: PushKeys,
  { endpoint, p256dh, auth }: PushTarget,
  message: PushMessage,
): Promise<PushOutcome> {
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
  const url = new URL(endpoint);
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve) => {
    const failed = () => resolve({ kind: 'later', afterSeconds: 0 });
    const options = {
      ...lookupFor(env, url),
      method: 'POST',
      headers: headers as Record<string, string>,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    };
    request(url, options, (response) => {
      resolve(toOutcome(response.statusCode ?? 0, response.headers['retry-after']));
      response.on('error', failed).destroy();
    })
      .on('error', failed)
      .end(body);
  });
}
