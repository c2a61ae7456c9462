import { once } from 'node:events';
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { FetchError, ofetch } from 'ofetch';
import type { Env } from '#platform/env.ts';

/** Upper limit for a cache's Retry-After, in seconds. */
const MAX_RETRY_AFTER_SECONDS = 600;
/** Keys per call, as documented by Cloudflare and Fastly. */
const CLOUDFLARE_MAX_KEYS = 100;
const FASTLY_MAX_KEYS = 256;
/** Varnish accepts 8 KB in one header. */
const VARNISH_MAX_KEYS = 64;

/** A cache in front of the site that accepts purges. */
export interface CdnClient {
  maxKeys: number;
  /** It knows pages by the keys in their header, not only by address. */
  knowsTags: boolean;
  /** Resolves when the cache confirms the purge. Throws CdnError, also if the signal aborts. */
  purge(keys: readonly string[], signal: AbortSignal): Promise<void>;
}

/** A purge that the cache didn't confirm. */
export class CdnError extends Error {
  /** Seconds until a retry is allowed; 0 if the cache didn't say. */
  readonly retryAfterSeconds: number;
  constructor(message: string, retryAfterSeconds = 0) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

function parseRetryAfter(value: string | null | undefined): number {
  const seconds = /^\d+$/.test(value ?? '')
    ? Number(value)
    : (Date.parse(value ?? '') - Date.now()) / 1_000;
  return seconds > 0 ? Math.min(MAX_RETRY_AFTER_SECONDS, seconds) : 0;
}

function toCdnError(error: unknown): CdnError {
  if (error instanceof CdnError) return error;
  if (error instanceof FetchError && error.status !== undefined)
    return new CdnError(
      `it answered ${error.status} ${error.statusText ?? ''}`.trim(),
      parseRetryAfter(error.response?.headers.get('retry-after')),
    );
  const { message, cause } = error as Error & { cause?: Error & { cause?: Error } };
  return new CdnError(cause?.cause?.message || cause?.message || message);
}

/** Purges in Varnish. fetch can't set Host. Resolves with the response headers. */
async function sendPurge(
  url: string,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<IncomingHttpHeaders> {
  const { request } = url.startsWith('https:') ? https : http;
  const sent = request(url, { method: 'PURGE', headers, signal });
  sent.end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  const { statusCode = 0, statusMessage = '' } = answer;
  if (statusCode !== 200) throw new CdnError(`it answered ${statusCode} ${statusMessage}`);
  return answer.headers;
}

/** Cloudflare's response to all calls: status 200 isn't enough. */
interface CloudflareReply {
  success?: boolean;
  errors?: { message?: string }[];
}

/**
 * The cache in front of this site, if any. CDN_URL: Varnish on one or several machines, or the zone
 * or service in the API of Cloudflare or Fastly. CDN_TOKEN: its secret.
 */
export function createCdnClient(env: Env): CdnClient | undefined {
  const { CDN, CDN_URL: urls = [env.SITE_URL], CDN_TOKEN = '' } = env;
  type Send = (keys: readonly string[], signal: AbortSignal) => Promise<unknown>;
  const create = (maxKeys: number, knowsTags: boolean, send: Send): CdnClient => ({
    maxKeys,
    knowsTags,
    async purge(keys, signal) {
      try {
        await send(keys, signal);
      } catch (error) {
        throw toCdnError(error);
      }
    },
  });
  const callApi = <T>(
    path: string,
    headers: Record<string, string>,
    body: object,
    signal: AbortSignal,
  ) =>
    // the secret is for this address alone
    ofetch<T>(urls[0] + path, {
      method: 'POST',
      headers,
      body,
      retry: 0,
      redirect: 'error',
      signal,
    });

  switch (CDN) {
    case 'none':
      return undefined;
    case 'cloudflare':
      return create(CLOUDFLARE_MAX_KEYS, true, async (keys, signal) => {
        const authorization = `Bearer ${CDN_TOKEN}`;
        const reply = await callApi<CloudflareReply>(
          '/purge_cache',
          { authorization },
          { tags: keys },
          signal,
        );
        if (reply?.success !== true)
          throw new CdnError(reply?.errors?.[0]?.message ?? 'it didn’t confirm the purge');
      });
    case 'fastly':
      return create(FASTLY_MAX_KEYS, true, (keys, signal) =>
        callApi('/purge', { 'fastly-key': CDN_TOKEN }, { surrogate_keys: keys }, signal),
      );
    case 'varnish': {
      // Varnish identifies pages by the address that readers use.
      const { host } = new URL(env.SITE_URL);
      const purgeVarnish = async (url: string, keys: readonly string[], signal: AbortSignal) => {
        const purgeOne = (path: string, headers: Record<string, string> = {}) =>
          sendPurge(url + path, { host, ...headers }, signal);
        const answer = await purgeOne('/', { 'xkey-purge': keys.join(' ') });
        if (answer['xkey-purged'] !== undefined) return;
        // It may run without scripts/deploy/varnish.vcl, and purge by address.
        const paths = keys.filter((key) => key.startsWith('/'));
        await Promise.all(paths.flatMap((path) => [purgeOne(path), purgeOne(`${path}/`)]));
      };
      return create(VARNISH_MAX_KEYS, false, (keys, signal) =>
        Promise.all(urls.map((url) => purgeVarnish(url, keys, signal))),
      );
    }
  }
}
