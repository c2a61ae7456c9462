import {
  closeSync,
  createReadStream,
  fstatSync,
  openSync,
  readFileSync,
  type Stats,
  statSync,
} from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { acceptsEncoding } from '#platform/accept-encoding.ts';
import type { Env } from '#platform/env.ts';
import { hashContent } from '#publish/files/compress-page.ts';
import {
  ENCODING_EXTENSIONS,
  getContentType,
  toAsidePath,
  toFilePath,
} from '#publish/files/page-file-names.ts';
import { getTagHeader } from '#publish/files/purge-keys.ts';
import { sendStream } from './send-stream.ts';

/*
 * Serves published pages from memory. Each request checks the file's time and size (about 3 µs), so
 * that a page replaced or taken down by any process isn't served. Large files are streamed.
 */

type Encoding = 'br' | 'gzip' | 'identity';

interface FoundPage {
  /** The content, or an open file descriptor of it. */
  body: Buffer | number;
  etag: string;
  headers: string[];
  size: number;
}
interface CachedPage extends FoundPage {
  body: Buffer;
  mtimeMs: number;
  ino: number;
}

/** Bytes of cached pages, and of the largest cached file. */
const MAX_CACHE_BYTES = 16 * 1024 * 1024;
const MAX_CACHED_FILE_BYTES = 1024 * 1024;

/** Undefined if the file doesn't exist. */
function ifExists<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

export function negotiateEncoding(accept: string | string[] | undefined): Encoding {
  if (typeof accept !== 'string') return 'identity';
  if (acceptsEncoding(accept, 'br')) return 'br';
  return acceptsEncoding(accept, 'gzip') ? 'gzip' : 'identity';
}

export interface PageOptions {
  status?: number;
  /** The page depends on the reader's language: caches must revalidate. */
  negotiated?: boolean;
  /** The outdated page that was set aside. */
  outOfDate?: boolean;
}

/** Sends the page of a path if it is published; false otherwise. */
export type ServePage<Sent = boolean | Promise<boolean>> = (
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  options?: PageOptions,
) => Sent;

/** How long caches may keep a page, and by which headers it differs. */
export function createCacheHeaders(cdn: Env['CDN']) {
  const shared = cdn === 'none' ? 'public, no-cache' : 'public, max-age=0, s-maxage=86400';
  return ({ status = 200, negotiated = false }: PageOptions) => ({
    'cache-control': negotiated || status !== 200 ? 'private, no-cache' : shared,
    vary: negotiated ? 'Accept-Encoding, Accept-Language, Cookie' : 'Accept-Encoding',
  });
}

export function createPageFiles(
  siteDir: string,
  headers: Readonly<Record<string, string>>,
  cdn: Env['CDN'],
): { serve: ServePage<boolean> } {
  const getCacheHeaders = createCacheHeaders(cdn);
  const cache = new LRUCache<string, CachedPage>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: (entry) => entry.body.length + 600,
  });

  const toHeaders = (
    path: string,
    encoding: Encoding,
    { mtimeMs, size, etag }: { mtimeMs: number; size: number; etag: string },
  ): string[] =>
    Object.entries({
      ...headers,
      'content-type': getContentType(path),
      ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
      ...getTagHeader(cdn, path),
      // Node rounds a date up in the last half millisecond of a second; nginx never does.
      'last-modified': new Date(Math.floor(mtimeMs)).toUTCString(),
      etag,
      'content-length': String(size),
    }).flat();

  /** Undefined if the renderer's thread or another process has removed the file. */
  const loadPage = (
    path: string,
    encoding: Encoding,
    stat: Stats,
    file: string,
  ): CachedPage | undefined => {
    const body = ifExists(() => readFileSync(file));
    if (!body) return undefined;
    const etag = `"${hashContent(body)}"`;
    const { mtimeMs, size, ino } = stat;
    const sent = toHeaders(path, encoding, { mtimeMs, size: body.length, etag });
    return { body, etag, headers: sent, mtimeMs, size, ino };
  };

  /** As loadPage for a large file; its ETag isn't a content hash, because the file isn't read. */
  const openPage = (path: string, encoding: Encoding, file: string): FoundPage | undefined => {
    const body = ifExists(() => openSync(file, 'r'));
    if (body === undefined) return undefined;
    const { mtimeMs, size, ino } = fstatSync(body);
    const etag = `"${[mtimeMs, size, ino].map((one) => one.toString(36)).join('-')}"`;
    return { body, etag, headers: toHeaders(path, encoding, { mtimeMs, size, etag }), size };
  };

  const findPage = (
    path: string,
    encoding: Encoding,
    outOfDate: boolean,
  ): FoundPage | undefined => {
    const file = outOfDate
      ? toAsidePath(siteDir, path)
      : join(siteDir, toFilePath(path)) +
        (encoding === 'identity' ? '' : ENCODING_EXTENSIONS[encoding]);
    const stat = statSync(file, { throwIfNoEntry: false });
    // A power cut can leave an empty file: the page counts as missing and is re-rendered.
    if (!stat?.isFile() || stat.size === 0) return undefined;
    if (stat.size > MAX_CACHED_FILE_BYTES) return openPage(path, encoding, file);
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
    serve(request, response, path, options = {}) {
      const { status = 200, outOfDate = false } = options;
      const encoding = outOfDate
        ? 'identity'
        : negotiateEncoding(request.headers['accept-encoding']);
      const entry =
        findPage(path, encoding, outOfDate) ??
        (encoding === 'identity' ? undefined : findPage(path, 'identity', false));
      if (!entry) return false;
      const cacheHeaders = getCacheHeaders(options);
      const { body } = entry;
      if (status === 200 && request.headers['if-none-match']?.includes(entry.etag)) {
        if (typeof body === 'number') closeSync(body);
        response.writeHead(304, { etag: entry.etag, ...cacheHeaders });
        response.end();
        return true;
      }
      response.writeHead(status, [...entry.headers, ...Object.entries(cacheHeaders).flat()]);
      if (request.method === 'HEAD') {
        if (typeof body === 'number') closeSync(body);
        response.end();
      } else if (typeof body === 'number') {
        // It closes the file; if reading fails, it ends the connection.
        const file = createReadStream('', { fd: body, end: entry.size - 1 });
        sendStream(file, response).catch(() => {});
      } else response.end(body);
      return true;
    },
  };
}
