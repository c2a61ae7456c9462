import mime from 'mime';
import {
  MAX_CONCURRENT_STORAGE_READS,
  MAX_CONCURRENT_STORAGE_WRITES,
  STORAGE_TIMEOUT_MS,
} from '#platform/limits.ts';
import { type Bucket, createBucket } from './bucket.ts';
import type { Storage } from './storage.ts';
import { isStoredPath } from './stored-path.ts';
import { assertNotInTransaction } from './transaction.ts';

export function createS3Storage(storageUrl: string): Storage {
  const bucket = createBucket(storageUrl, {
    setting: 'STORAGE_URL',
    timeoutMs: STORAGE_TIMEOUT_MS,
    maxWrites: MAX_CONCURRENT_STORAGE_WRITES,
    maxReads: MAX_CONCURRENT_STORAGE_READS,
    silencePauseMs: 0,
  });
  /** The bucket; throws inside a transaction. */
  const use = (): Bucket => {
    assertNotInTransaction('storage');
    return bucket;
  };
  return {
    async put(path, bytes) {
      await use().put(path, bytes, {
        headers: {
          'content-type': mime.getType(path) ?? 'application/octet-stream',
          'cache-control': 'public, max-age=31536000, immutable',
        },
      });
    },
    async read(path) {
      const response = await use().call('GET', path);
      if (response.ok) return response.body ?? undefined;
      await response.body?.cancel();
      return undefined;
    },
    has: async (path) => use().has(path),
    remove: async (path) => use().remove(path),
    async *list() {
      for await (const { key } of use().list()) if (isStoredPath(key)) yield key;
    },
    probe: () => bucket.probe(),
  };
}
