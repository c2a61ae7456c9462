import { LRUCache } from 'lru-cache';
import { acceptsEncoding } from '#platform/accept-encoding.ts';
import { type Bucket, readBody } from '#platform/bucket.ts';
import type { Env } from '#platform/env.ts';
import { PAGES_TIMEOUT_MS } from '#platform/limits.ts';
import { StorageUnavailable } from '#platform/unavailable.ts';
import { compressObject, toAsideKey, toKey } from '#publish/files/bucket-pages.ts';
import { getContentType } from '#publish/files/page-file-names.ts';
import { getTagHeader } from '#publish/files/purge-keys.ts';
import { createCacheHeaders, type ServePage } from './page-files.ts';

/*
 * Serves published pages from a bucket. Each request asks the bucket whether the page in memory is
 * its current one, so that a page replaced or taken down by any process isn't served.
 */

interface CachedPage {
  plain: Buffer;
  gzip: Buffer;
  /** Weak: the page may be sent with or without compression. */
  etag: string;
  /** The bucket's. */
  objectTag: string;
  lastModified: string;
}

/** Bytes of cached pages, and of the largest cached one. */
const MAX_CACHE_BYTES = 16 * 1024 * 1024;
const MAX_CACHED_PAGE_BYTES = 1024 * 1024;

export function createBucketPageFiles(
  bucket: Bucket,
  headers: Readonly<Record<string, string>>,
  cdn: Env['CDN'],
): { serve: ServePage<Promise<boolean>> } {
  const getCacheHeaders = createCacheHeaders(cdn);
  const cache = new LRUCache<string, CachedPage>({
    maxSize: MAX_CACHE_BYTES,
    maxEntrySize: MAX_CACHED_PAGE_BYTES,
    sizeCalculation: ({ plain, gzip }) => plain.length + gzip.length + 600,
  });

  /** Throws StorageUnavailable. */
  const findPage = async (key: string): Promise<CachedPage | undefined> => {
    const cached = cache.get(key);
    const response = await bucket.call('GET', key, {
      ...(cached && { headers: { 'if-none-match': cached.objectTag } }),
    });
    if (response.status === 304 && cached) return cached;
    if (!response.ok) {
      await response.body?.cancel();
      cache.delete(key);
      return undefined;
    }
    const plain = await readBody(response, PAGES_TIMEOUT_MS);
    const objectTag = response.headers.get('etag') ?? '';
    const page = {
      plain,
      gzip: await compressObject(plain),
      etag: objectTag.startsWith('W/') ? objectTag : `W/${objectTag}`,
      objectTag,
      lastModified: response.headers.get('last-modified') ?? '',
    };
    if (objectTag) cache.set(key, page);
    return page;
  };

  return {
    async serve(request, response, path, options = {}) {
      const { status = 200, outOfDate = false } = options;
      let page: CachedPage | undefined;
      try {
        page = await findPage(outOfDate ? toAsideKey(path) : toKey(path));
      } catch (error) {
        // as if it were missing: the page is rendered for this reader
        if (!(error instanceof StorageUnavailable)) throw error;
      }
      if (!page) return false;
      const cacheHeaders = getCacheHeaders(options);
      const { etag, lastModified } = page;
      if (status === 200 && page.objectTag) {
        const known = request.headers['if-none-match'];
        if (known?.includes(etag.slice('W/'.length))) {
          response.writeHead(304, { etag, ...cacheHeaders });
          response.end();
          return true;
        }
      }
      const isCompressed = acceptsEncoding(
        String(request.headers['accept-encoding'] ?? ''),
        'gzip',
      );
      const body = isCompressed ? page.gzip : page.plain;
      response.writeHead(status, {
        ...headers,
        'content-type': getContentType(path),
        ...(isCompressed && { 'content-encoding': 'gzip' }),
        ...getTagHeader(cdn, path),
        ...(lastModified && { 'last-modified': lastModified }),
        ...(page.objectTag && { etag }),
        'content-length': body.length,
        ...cacheHeaders,
      });
      response.end(request.method === 'HEAD' ? undefined : body);
      return true;
    },
  };
}
