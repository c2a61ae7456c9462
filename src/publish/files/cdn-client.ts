import { once } from 'node:events';
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { FetchError, ofetch } from 'ofetch';
import type { Env } from '#platform/env.ts';

/** Seconds that a cache can ask to be left alone at most. */
const MAX_RETRY_AFTER_SECONDS = 600;
/** Keys in one call, as Cloudflare's and Fastly's descriptions say. */
const CLOUDFLARE_MAX_KEYS = 100;
const FASTLY_MAX_KEYS = 256;
/** Varnish takes 8 KB in one header. */
const VARNISH_MAX_KEYS = 64;

/** A cache in front of the site, which is told what to forget. */
export interface CdnClient {
  /** How many keys one call takes. */
  maxKeys: number;
  /** It surely knows pages by the keys of their header, not by their address alone. */
  knowsTags: boolean;
  /**
   * Resolves when the cache has confirmed that what has one of these keys is forgotten. Throws
   * CdnError, when the signal aborts at the latest.
   */
  purge(keys: readonly string[], signal: AbortSignal): Promise<void>;
}

/** A purge that the cache in front hasn't confirmed. */
export class CdnError extends Error {
  /** Seconds after which it may be asked again; 0 when it didn't say. */
  readonly retryAfterSeconds: number;
  constructor(message: string, retryAfterSeconds = 0) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Seconds, or a date of HTTP. */
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

/**
 * Asks Varnish. Not by fetch, which gives each address its own host. Resolves with the headers of
 * its answer.
 */
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

/** Cloudflare's answer to all calls: 200 isn't enough. */
interface CloudflareReply {
  success?: boolean;
  errors?: { message?: string }[];
}

/**
 * The cache in front of this site; undefined when there is none. CDN_URL is the address of Varnish,
 * of the zone in Cloudflare's API or of the service in Fastly's, CDN_TOKEN its secret.
 */
export function createCdnClient(env: Env): CdnClient | undefined {
  const { CDN, CDN_URL = env.SITE_URL, CDN_TOKEN = '' } = env;
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
    ofetch<T>(CDN_URL + path, {
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
    case 'varnish':
      return create(VARNISH_MAX_KEYS, false, async (keys, signal) => {
        // What it has is kept by the address that readers use.
        const { host } = new URL(env.SITE_URL);
        const purgeOne = (path: string, headers: Record<string, string> = {}) =>
          sendPurge(CDN_URL + path, { host, ...headers }, signal);
        const answer = await purgeOne('/', { 'xkey-purge': keys.join(' ') });
        if (answer['xkey-purged'] !== undefined) return;
        // It doesn't know scripts/deploy/varnish.vcl, and forgets by address.
        const paths = keys.filter((key) => key.startsWith('/'));
        await Promise.all(paths.flatMap((path) => [purgeOne(path), purgeOne(`${path}/`)]));
      });
  }
}
