import { AwsClient } from 'aws4fetch';
import mime from 'mime';
import { isStoredPath, type Storage } from './storage.ts';

/** A bucket of S3 or of what speaks its language. */
export interface Bucket {
  /** The bucket's address, without a slash at its end. */
  address: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Reads `s3://KEY:SECRET@host[:port]/bucket?region=…&secure=0|1`. Throws when it isn't one. */
export function readBucket(text: string): Bucket {
  const url = new URL(text);
  const bucket = url.pathname.slice(1);
  const secure = url.searchParams.get('secure') ?? '1';
  if (url.protocol !== 's3:' || !url.username || !url.password || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket) || !/^[01]$/.test(secure)) throw new Error('not the address of a bucket');
  return {
    address: `${secure === '1' ? 'https' : 'http'}://${url.host}/${bucket}`,
    region: url.searchParams.get('region') ?? 'us-east-1',
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
  };
}

/** Milliseconds after which a bucket that doesn't answer is given up. */
const PATIENCE = 20_000;

export function s3Storage(storageUrl: string): Storage {
  const { address, ...keys } = readBucket(storageUrl);
  const client = new AwsClient({ ...keys, service: 's3', retries: 3 });
  const ask = async (method: string, path: string, init: RequestInit = {}): Promise<Response> => {
    const response = await client.fetch(path.startsWith('?') ? address + path : `${address}/${path}`, { method, signal: AbortSignal.timeout(PATIENCE), ...init });
    if (response.ok || response.status === 404) return response;
    throw new Error(`The bucket answers ${response.status} to ${method} ${path}: ${(await response.text()).slice(0, 300)}`);
  };
  return {
    async put(path, bytes) {
      const headers = { 'content-type': mime.getType(path) ?? 'application/octet-stream', 'cache-control': 'public, max-age=31536000, immutable' };
      const { status } = await ask('PUT', path, { body: bytes as Uint8Array<ArrayBuffer>, headers });
      if (status === 404) throw new Error(`There is no bucket at ${address}.`);
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
        const response = await ask('GET', `?${new URLSearchParams({ 'list-type': '2', ...(next ? { 'continuation-token': next } : {}) })}`);
        const listing = await response.text();
        if (!response.ok) throw new Error(`There is no bucket at ${address}.`);
        // Names of ours have no character that XML would write in another way.
        for (const [, key = ''] of listing.matchAll(/<Key>([^<]*)<\/Key>/g)) if (isStoredPath(key)) yield key;
        const token = /<NextContinuationToken>([^<]*)<\/NextContinuationToken>/.exec(listing)?.[1];
        next = token?.replaceAll('&amp;', '&');
      }
    },
  };
}
