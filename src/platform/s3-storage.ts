import mime from 'mime';
import {
  MAX_CONCURRENT_STORAGE_READS,
  MAX_CONCURRENT_STORAGE_WRITES,
  STORAGE_TIMEOUT_MS,
} from '#platform/limits.ts';
import { createBucket } from './bucket.ts';
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
  return {
    async put(path, bytes) {
      assertNotInTransaction('storage');
      await bucket.put(path, bytes, {
        headers: {
          'content-type': mime.getType(path) ?? 'application/octet-stream',
          'cache-control': 'public, max-age=31536000, immutable',
        },
      });
    },
    async read(path) {
      assertNotInTransaction('storage');
      const response = await bucket.call('GET', path);
      if (response.ok) return response.body ?? undefined;
      await response.body?.cancel();
      return undefined;
    },
    async has(path) {
      assertNotInTransaction('storage');
      return bucket.has(path);
    },
    async remove(path) {
      assertNotInTransaction('storage');
      await bucket.remove(path);
    },
    async *list() {
      assertNotInTransaction('storage');
      for await (const { key } of bucket.list()) if (isStoredPath(key)) yield key;
    },
    probe: () => bucket.probe(),
  };
}
