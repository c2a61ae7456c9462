import { setTimeout as delay } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { MAX_STORAGE_TRIES, MAX_WAITING_STORAGE_CALLS } from '#platform/limits.ts';
import { parseBucketUrl } from './bucket-url.ts';
import { ConfigError } from './config-error.ts';
import { createFairLimit } from './fair-limit.ts';
import { withTimeout } from './timeout.ts';
import { StorageUnavailable } from './unavailable.ts';

/** The error code in a bucket's response, e.g. SignatureDoesNotMatch. */
const parseErrorCode = (answer: string): string =>
  /<Code>([^<]{1,100})<\/Code>/.exec(answer)?.[1] ?? '';

/** An empty object, written and deleted to check the bucket. */
const PROBE_KEY = 'forum-probe';

/** Maximum first pause between tries, in milliseconds; it doubles. */
const RETRY_PAUSE_MS = 50;

export interface BucketOptions {
  /** The setting with its address, which errors name. */
  setting: 'STORAGE_URL' | 'PAGES_URL';
  /** Milliseconds for a call, including retries. */
  timeoutMs: number;
  /** Concurrent calls that write, and that read. */
  maxWrites: number;
  maxReads: number;
  /** Milliseconds after a call without an answer in which others fail at once; removals don't. */
  silencePauseMs: number;
}

export interface BucketCall {
  body?: Uint8Array;
  headers?: Record<string, string>;
  /** Ends the call earlier, and the transfer of its body. */
  signal?: AbortSignal;
}

export interface BucketObject {
  key: string;
  bytes: number;
  modifiedMs: number;
}

/** A bucket of S3 or a compatible service. Methods throw StorageUnavailable if it is down. */
export interface Bucket {
  readonly address: string;
  /** Answers of success, 304 and 404. The caller must read or cancel their body. */
  call(method: string, key: string, call?: BucketCall): Promise<Response>;
  /** Writes an object. */
  put(key: string, body: Uint8Array, call: Omit<BucketCall, 'body'>): Promise<void>;
  remove(key: string, signal?: AbortSignal): Promise<void>;
  has(key: string): Promise<boolean>;
  /** Objects whose keys have the prefix, in the order of their keys. */
  list(prefix?: string, signal?: AbortSignal): AsyncIterable<BucketObject>;
  /** Checks the bucket. Throws ConfigError if the operator must act, else StorageUnavailable. */
  probe(): Promise<void>;
}

const unescapeXml = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

function* parseListing(listing: string): Generator<BucketObject> {
  for (const entry of listing.split('<Contents>').slice(1)) {
    const [, key = ''] = /<Key>([^<]*)<\/Key>/.exec(entry) ?? [];
    const [, bytes = ''] = /<Size>(\d+)<\/Size>/.exec(entry) ?? [];
    const [, modified = ''] = /<LastModified>([^<]*)<\/LastModified>/.exec(entry) ?? [];
    yield { key: unescapeXml(key), bytes: Number(bytes), modifiedMs: Date.parse(modified) };
  }
}

/** Reads a response's body. Throws StorageUnavailable if it is cut off or takes longer. */
export async function readBody(response: Response, timeoutMs: number): Promise<Buffer> {
  try {
    return Buffer.from(await withTimeout(timeoutMs, response.arrayBuffer()));
  } catch (error) {
    throw new StorageUnavailable('The bucket’s answer is cut off.', { cause: error });
  }
}

const isSuccess = ({ ok, status }: Response): boolean => ok || status === 404 || status === 304;

export function createBucket(
  bucketUrl: string,
  { setting, timeoutMs, maxWrites, maxReads, silencePauseMs }: BucketOptions,
): Bucket {
  const { address, ...keys } = parseBucketUrl(bucketUrl);
  const client = new AwsClient({ ...keys, service: 's3' });
  const limitCalls = (capacity: number) =>
    createFairLimit({
      capacity,
      maxWaiting: MAX_WAITING_STORAGE_CALLS,
      patienceMs: timeoutMs,
      createRefusal: () => new StorageUnavailable('Too many wait for the bucket, or for too long.'),
    });
  const writing = limitCalls(maxWrites);
  const reading = limitCalls(maxReads);
  let silentUntilMs = 0;

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
  const request = async (
    method: string,
    target: string,
    { body, headers, signal }: BucketCall = {},
  ): Promise<Response> => {
    const startedMs = performance.now();
    if (startedMs < silentUntilMs && method !== 'DELETE')
      throw new StorageUnavailable(`The bucket at ${address} didn’t answer a moment ago.`);
    const deadline = new AbortController();
    const timer = setTimeout(
      () =>
        deadline.abort(
          new StorageUnavailable(
            `The bucket didn’t answer to ${method} ${target} in ${timeoutMs} ms.`,
          ),
        ),
      timeoutMs,
    );
    const ends = signal ? AbortSignal.any([deadline.signal, signal]) : deadline.signal;
    try {
      const path = target.startsWith('?')
        ? target
        : `/${target.split('/').map(encodeURIComponent).join('/')}`;
      const init = {
        method,
        ...(headers && { headers }),
        ...(body && { body: body as Uint8Array<ArrayBuffer> }),
      };
      return await tryAgain(address + path, init, ends);
    } catch (error) {
      const now = performance.now();
      // a caller whose time is over says nothing of the bucket
      if (ends.aborted && now - startedMs > timeoutMs / 2) silentUntilMs = now + silencePauseMs;
      throw deadline.signal.aborted
        ? deadline.signal.reason
        : new StorageUnavailable(`The bucket can’t be reached at ${address}.`, { cause: error });
    } finally {
      clearTimeout(timer);
    }
  };
  const call: Bucket['call'] = async (method, target, options) => {
    const limit = method === 'GET' || method === 'HEAD' ? reading : writing;
    const response = await limit(() => request(method, target, options));
    if (isSuccess(response)) return response;
    const answer = await response.text().catch(() => '');
    throw new StorageUnavailable(
      `The bucket answers ${response.status} to ${method} ${target}: ${answer.slice(0, 300)}`,
    );
  };
  const createAbsence = () => new StorageUnavailable(`There is no bucket at ${address}.`);
  return {
    address,
    call,
    async put(key, body, options) {
      const response = await call('PUT', key, { ...options, body });
      await response.body?.cancel();
      if (response.status === 404) throw createAbsence();
    },
    async remove(key, signal) {
      await (await call('DELETE', key, signal && { signal })).body?.cancel();
    },
    has: async (key) => (await call('HEAD', key)).ok,
    async *list(prefix = '', signal) {
      for (let next: string | undefined = ''; next !== undefined; ) {
        const query = new URLSearchParams({
          'list-type': '2',
          ...(prefix && { prefix }),
          ...(next && { 'continuation-token': next }),
        });
        const response = await call('GET', `?${query}`, signal && { signal });
        const listing = (await readBody(response, timeoutMs)).toString();
        if (!response.ok) throw createAbsence();
        yield* parseListing(listing);
        const token = /<NextContinuationToken>([^<]*)<\/NextContinuationToken>/.exec(listing)?.[1];
        next = token && unescapeXml(token);
      }
    },
    async probe() {
      const response = await request('PUT', PROBE_KEY, { body: new Uint8Array() });
      const answer = await response.text().catch(() => '');
      if (response.ok) await (await request('DELETE', PROBE_KEY)).body?.cancel();
      else if (response.status === 404)
        throw new ConfigError(
          `${setting}: there is no bucket at ${address}. Create it, or correct the address.`,
        );
      else if (response.status < 500 && response.status !== 408 && response.status !== 429)
        throw new ConfigError(
          `${setting}: the bucket at ${address} refuses its keys or its region (${response.status} ${parseErrorCode(answer)}).`,
        );
      else throw new StorageUnavailable(`The bucket at ${address} answers ${response.status}.`);
    },
  };
}
