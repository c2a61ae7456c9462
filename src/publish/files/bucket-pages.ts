import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type Bucket, createBucket, readBody } from '#platform/bucket.ts';
import {
  MAX_CONCURRENT_PAGE_READS,
  MAX_CONCURRENT_PAGE_WRITES,
  PAGES_TIMEOUT_MS,
} from '#platform/limits.ts';
import { forEachParallel } from '#platform/parallel.ts';
import {
  ASIDE_EXTENSION,
  getContentType,
  isPageFile,
  PAGE_FOLDERS,
  toFilePath,
} from './page-file-names.ts';
import type { PageStore } from './page-store.ts';

/*
 * Pages as objects of a bucket, gzipped, with the name of their file as key. Only PUT, GET, HEAD,
 * DELETE and List, which all stores have (decisions/edge-and-caches.md).
 */

/** Above 6, gzip takes three times as long for 1 % less size. */
const GZIP_LEVEL = 6;

const compress = promisify(gzip);
export const compressObject = (plain: Buffer): Promise<Buffer> =>
  compress(plain, { level: GZIP_LEVEL });

/** Whether an object couldn't be decompressed: fetch does that by its Content-Encoding. */
const isDamaged = (error: unknown): boolean =>
  error instanceof Error &&
  (/^Z_/.test((error as NodeJS.ErrnoException).code ?? '') || isDamaged(error.cause));

/** Milliseconds after a bucket was silent in which readers get other answers at once. */
const SILENCE_PAUSE_MS = 1_000;

/** One per bucket, so that its limits apply to the whole process. */
const bucketByUrl = new Map<string, Bucket>();

/** The bucket of PAGES_URL. */
export function openPagesBucket(url: string): Bucket {
  const bucket =
    bucketByUrl.get(url) ??
    createBucket(url, {
      setting: 'PAGES_URL',
      timeoutMs: PAGES_TIMEOUT_MS,
      maxWrites: MAX_CONCURRENT_PAGE_WRITES,
      maxReads: MAX_CONCURRENT_PAGE_READS,
      silencePauseMs: SILENCE_PAUSE_MS,
    });
  bucketByUrl.set(url, bucket);
  return bucket;
}

/** Prefixes of all pages' keys: the bucket contains assets, too. */
const PAGE_PREFIXES = [...PAGE_FOLDERS.map((folder) => `${folder}/`), 'robots.', 'sitemap'];

export const toKey = (path: string): string => toFilePath(path);
export const toAsideKey = (path: string): string => toFilePath(path) + ASIDE_EXTENSION;

export function createBucketPages(bucket: Bucket): PageStore {
  const deadline = () => AbortSignal.timeout(PAGES_TIMEOUT_MS);
  const getObject = async (key: string, signal = deadline()): Promise<Buffer | undefined> => {
    const response = await bucket.call('GET', key, { signal });
    if (response.ok) return readBody(response, PAGES_TIMEOUT_MS);
    await response.body?.cancel();
    return undefined;
  };
  const putObject = (path: string, key: string, body: Buffer, signal: AbortSignal) =>
    bucket.put(key, body, {
      headers: {
        'content-type': getContentType(path),
        'content-encoding': 'gzip',
        // for caches without the forum's rules
        'cache-control': 'public, no-cache',
      },
      signal,
    });
  const removeKeys = (keys: Iterable<string> | AsyncIterable<string>, signal?: AbortSignal) =>
    forEachParallel(keys, MAX_CONCURRENT_PAGE_WRITES, (key) => bucket.remove(key, signal));

  async function* listPageKeys(since?: Date): AsyncGenerator<string> {
    for (const prefix of PAGE_PREFIXES)
      for await (const { key, modifiedMs } of bucket.list(prefix))
        if (isPageFile(key) && !(since && modifiedMs < since.getTime())) yield key;
  }

  return {
    folder: undefined,
    maxWriteMs: PAGES_TIMEOUT_MS,
    async write(pages) {
      const signal = deadline();
      const errors = new Map<string, Error>();
      await forEachParallel(
        pages,
        MAX_CONCURRENT_PAGE_WRITES,
        async ({ path, plain, replacesAside }) => {
          try {
            await putObject(path, toKey(path), await compressObject(plain), signal);
            if (replacesAside) await bucket.remove(toAsideKey(path), signal);
          } catch (error) {
            errors.set(path, error as Error);
          }
        },
      );
      return errors;
    },
    read: (path) =>
      getObject(toKey(path)).catch((error: unknown) => {
        if (!isDamaged(error)) throw error;
        return Buffer.alloc(0); // differs from any page
      }),
    async has(path) {
      const found = await Promise.all([bucket.has(toKey(path)), bucket.has(toAsideKey(path))]);
      return found.some(Boolean);
    },
    hasWhole: (path) => bucket.has(toKey(path)),
    findDamagedForms: async () => [],
    findUnread: async () => [],
    remove: (paths) =>
      removeKeys(
        paths.flatMap((path) => [toKey(path), toAsideKey(path)]),
        deadline(),
      ),
    async removeBelow(paths) {
      const signal = deadline();
      await Promise.all(
        paths.map(async (path) => {
          const keys: string[] = [];
          for await (const { key } of bucket.list(`${path.slice(1)}/`, signal)) keys.push(key);
          await removeKeys(keys, signal);
        }),
      );
    },
    syncRemovals: async () => {},
    async setAside(paths) {
      const signal = deadline();
      await forEachParallel(paths, MAX_CONCURRENT_PAGE_WRITES, async (path) => {
        const plain = await getObject(toKey(path), signal);
        if (!plain) return;
        await putObject(path, toAsideKey(path), await compressObject(plain), signal);
        await bucket.remove(toKey(path), signal);
      });
    },
    listFiles: listPageKeys,
    removeFiles: (names) => removeKeys(names),
    removeAll: () => removeKeys(listPageKeys()),
  };
}
