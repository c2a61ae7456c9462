import { setTimeout as delay } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import mime from 'mime';
import {
  MAX_CONCURRENT_STORAGE_READS,
  MAX_CONCURRENT_STORAGE_WRITES,
  MAX_STORAGE_TRIES,
  MAX_WAITING_STORAGE_CALLS,
  STORAGE_TIMEOUT_MS,
} from '#platform/limits.ts';
import { parseBucketUrl } from './bucket-url.ts';
import { ConfigError } from './config-error.ts';
import { createFairLimit } from './fair-limit.ts';
import type { Storage } from './storage.ts';
import { isStoredPath } from './stored-path.ts';
import { assertNotInTransaction } from './transaction.ts';
import { StorageUnavailable } from './unavailable.ts';

/** The error code in a bucket's response, e.g. SignatureDoesNotMatch. */
const parseErrorCode = (answer: string): string =>
  /<Code>([^<]{1,100})<\/Code>/.exec(answer)?.[1] ?? '';

/** An empty object, written and deleted to check the bucket. */
const PROBE_KEY = 'forum-probe';

/** Maximum first pause between tries, in milliseconds; it doubles. */
const RETRY_PAUSE_MS = 50;

export function createS3Storage(storageUrl: string): Storage {
  const { address, ...keys } = parseBucketUrl(storageUrl);
  const client = new AwsClient({ ...keys, service: 's3' });
  const limitCalls = (capacity: number) =>
    createFairLimit({
      capacity,
      maxWaiting: MAX_WAITING_STORAGE_CALLS,
      patienceMs: STORAGE_TIMEOUT_MS,
      createRefusal: () => new StorageUnavailable('Too many wait for the bucket, or for too long.'),
    });
  const writing = limitCalls(MAX_CONCURRENT_STORAGE_WRITES);
  const reading = limitCalls(MAX_CONCURRENT_STORAGE_READS);

  /**
   * Retries while the bucket is busy. Each fetch gets the signal: garbage collection can lose one
   * that only a signed request holds.
   */
  const tryAgain = async (url: string, init: RequestInit, signal: AbortSignal) => {
    for (let tries = 1; ; tries++) {
      const response = await fetch(await client.sign(url, init), {
        signal,
        // a signed request is for this bucket alone
        redirect: 'manual',
      });
      const isBusy = response.status >= 500 || response.status === 429;
      if (!isBusy || tries >= MAX_STORAGE_TRIES) return response;
      await response.body?.cancel();
      await delay(Math.random() * RETRY_PAUSE_MS * 2 ** (tries - 1), undefined, { signal });
    }
  };

  /** Resolves with the response head; the body may follow later. The deadline covers all tries. */
  const request = async (method: string, path: string, init: RequestInit): Promise<Response> => {
    const deadline = new AbortController();
    const timer = setTimeout(
      () =>
        deadline.abort(
          new StorageUnavailable(
            `The bucket didn’t answer to ${method} ${path} in ${STORAGE_TIMEOUT_MS} ms.`,
          ),
        ),
      STORAGE_TIMEOUT_MS,
    );
    try {
      const url = path.startsWith('?') ? address + path : `${address}/${path}`;
      return await tryAgain(url, { method, ...init }, deadline.signal);
    } catch (error) {
      throw deadline.signal.aborted
        ? deadline.signal.reason
        : new StorageUnavailable(`The bucket can’t be reached at ${address}.`, { cause: error });
    } finally {
      clearTimeout(timer);
    }
  };
  const ask = async (method: string, path: string, init: RequestInit = {}): Promise<Response> => {
    assertNotInTransaction('storage');
    const response = await (method === 'GET' || method === 'HEAD' ? reading : writing)(() =>
      request(method, path, init),
    );
    if (response.ok || response.status === 404) return response;
    const answer = await response.text().catch(() => '');
    throw new StorageUnavailable(
      `The bucket answers ${response.status} to ${method} ${path}: ${answer.slice(0, 300)}`,
    );
  };
  return {
    async put(path, bytes) {
      const headers = {
        'content-type': mime.getType(path) ?? 'application/octet-stream',
        'cache-control': 'public, max-age=31536000, immutable',
      };
      const response = await ask('PUT', path, { body: bytes as Uint8Array<ArrayBuffer>, headers });
      await response.body?.cancel();
      if (response.status === 404)
        throw new StorageUnavailable(`There is no bucket at ${address}.`);
    },
    async read(path) {
      const response = await ask('GET', path);
      if (response.ok) return response.body ?? undefined;
      await response.body?.cancel();
      return undefined;
    },
    has: async (path) => (await ask('HEAD', path)).ok,
    async remove(path) {
      await (await ask('DELETE', path)).body?.cancel();
    },
    async *list() {
      for (let next: string | undefined = ''; next !== undefined; ) {
        const response = await ask(
          'GET',
          `?${new URLSearchParams({ 'list-type': '2', ...(next ? { 'continuation-token': next } : {}) })}`,
        );
        const listing = await response.text();
        if (!response.ok) throw new StorageUnavailable(`There is no bucket at ${address}.`);
        // Our names contain no character that XML escapes.
        for (const [, key = ''] of listing.matchAll(/<Key>([^<]*)<\/Key>/g))
          if (isStoredPath(key)) yield key;
        const token = /<NextContinuationToken>([^<]*)<\/NextContinuationToken>/.exec(listing)?.[1];
        next = token?.replaceAll('&amp;', '&');
      }
    },
    async probe() {
      const response = await request('PUT', PROBE_KEY, { body: '' });
      const answer = await response.text().catch(() => '');
      if (response.ok) await (await request('DELETE', PROBE_KEY, {})).body?.cancel();
      else if (response.status === 404)
        throw new ConfigError(
          `STORAGE_URL: there is no bucket at ${address}. Create it, or correct the address.`,
        );
      else if (response.status < 500 && response.status !== 408 && response.status !== 429)
        throw new ConfigError(
          `STORAGE_URL: the bucket at ${address} refuses its keys or its region (${response.status} ${parseErrorCode(answer)}).`,
        );
      else throw new StorageUnavailable(`The bucket at ${address} answers ${response.status}.`);
    },
  };
}
