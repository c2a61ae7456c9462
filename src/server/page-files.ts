import { readFileSync, type Stats, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { acceptsEncoding } from '#platform/accept-encoding.ts';
import type { Env } from '#platform/env.ts';
import { hashContent } from '#publish/compress-page.ts';
import { ENCODING_EXTENSIONS, toAsidePath, toFilePath } from '#publish/page-file-names.ts';
import { getTagHeader } from '#publish/purge-keys.ts';

/*
 * Serves published pages from memory. The file's time and size are checked at each request (about 3
 * µs), so that a page that was replaced or taken down, by whatever process, is never served from
 * memory afterwards.
 */

type Encoding = 'br' | 'gzip' | 'identity';

interface CachedPage {
  body: Buffer;
  etag: string;
  headers: string[];
  mtimeMs: number;
  size: number;
  ino: number;
}

/** Bytes of pages kept in memory. */
const MAX_CACHE_BYTES = 16 * 1024 * 1024;

const CONTENT_TYPES: Record<string, string> = {
  xml: 'application/xml; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  webmanifest: 'application/manifest+json',
};
const FEED_CONTENT_TYPES: Record<string, string> = {
  'feed.xml': 'application/rss+xml; charset=utf-8',
  'atom.xml': 'application/atom+xml; charset=utf-8',
};

export function getContentType(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return (
    FEED_CONTENT_TYPES[name] ??
    CONTENT_TYPES[/\.([a-z]+)$/.exec(name)?.[1] ?? ''] ??
    'text/html; charset=utf-8'
  );
}

export function negotiateEncoding(accept: string | string[] | undefined): Encoding {
  if (typeof accept !== 'string') return 'identity';
  if (acceptsEncoding(accept, 'br')) return 'br';
  return acceptsEncoding(accept, 'gzip') ? 'gzip' : 'identity';
}

export interface PageOptions {
  status?: number;
  /** The page depends on the reader's language: caches must revalidate each time. */
  negotiated?: boolean;
  /** The outdated page that was set aside. */
  outOfDate?: boolean;
}

export interface PageFiles {
  /** Sends the page of a path if it has a file; false otherwise. */
  serve(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    options?: PageOptions,
  ): boolean;
}

export function createPageFiles(
  siteDir: string,
  headers: Readonly<Record<string, string>>,
  cdn: Env['CDN'],
): PageFiles {
  const cacheControl = cdn === 'none' ? 'public, no-cache' : 'public, max-age=0, s-maxage=86400';
  const cache = new LRUCache<string, CachedPage>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: (entry) => entry.body.length + 600,
    maxEntrySize: 2 * 1024 * 1024,
  });

  /**
   * Undefined when the file was removed since it was checked, by the renderer's thread or another
   * process.
   */
  const loadPage = (
    path: string,
    encoding: Encoding,
    stat: Stats,
    file: string,
  ): CachedPage | undefined => {
    let body: Buffer;
    try {
      body = readFileSync(file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
    const etag = `"${hashContent(body)}"`;
    const entries = Object.entries({
      ...headers,
      'content-type': getContentType(path),
      ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
      ...getTagHeader(cdn, path),
      // `stat.mtime` is rounded up in the last half millisecond of a second; nginx never does.
      'last-modified': new Date(Math.floor(stat.mtimeMs)).toUTCString(),
      etag,
      'content-length': String(body.length),
    });
    return {
      body,
      etag,
      headers: entries.flat(),
      mtimeMs: stat.mtimeMs,
      size: stat.size,
      ino: stat.ino,
    };
  };

  const findPage = (
    path: string,
    encoding: Encoding,
    outOfDate: boolean,
  ): CachedPage | undefined => {
    const file = outOfDate
      ? toAsidePath(siteDir, path)
      : join(siteDir, toFilePath(path)) +
        (encoding === 'identity' ? '' : ENCODING_EXTENSIONS[encoding]);
    const stat = statSync(file, { throwIfNoEntry: false });
    if (!stat?.isFile()) return undefined;
    const key = `${outOfDate ? 'aside' : encoding}${path}`;
    const cached = cache.get(key);
    if (
      cached &&
      cached.mtimeMs === stat.mtimeMs &&
      cached.size === stat.size &&
      cached.ino === stat.ino
    )
      return cached;
    const loaded = loadPage(path, encoding, stat, file);
    if (loaded) cache.set(key, loaded);
    return loaded;
  };

  return {
    serve(request, response, path, { status = 200, negotiated = false, outOfDate = false } = {}) {
      const encoding = outOfDate
        ? 'identity'
        : negotiateEncoding(request.headers['accept-encoding']);
      const entry =
        findPage(path, encoding, outOfDate) ??
        (encoding === 'identity' ? undefined : findPage(path, 'identity', false));
      if (!entry) return false;
      const control = negotiated || status !== 200 ? 'private, no-cache' : cacheControl;
      const vary = negotiated ? 'Accept-Encoding, Accept-Language, Cookie' : 'Accept-Encoding';
      if (status === 200 && request.headers['if-none-match']?.includes(entry.etag)) {
        response.writeHead(304, { etag: entry.etag, 'cache-control': control, vary });
        response.end();
        return true;
      }
      response.writeHead(status, [...entry.headers, 'cache-control', control, 'vary', vary]);
      response.end(request.method === 'HEAD' ? undefined : entry.body);
      return true;
    },
  };
}
