import { mkdirSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import mime from 'mime';
import { SPECULATION_RULES_PATH } from '#contracts/paths.ts';
import { SERVICE_WORKER_PATHS } from '#contracts/worker-paths.ts';
import { isStickerPath, NEUTRAL_STICKER_PATH } from '#domain/message/stickers.ts';
import type { Env } from '#platform/env.ts';
import { getUploadsFolder } from '#platform/local-storage.ts';
import { openStorage } from '#platform/open-storage.ts';
import { isStoredPath } from '#platform/stored-path.ts';
import { PLAIN_HEADERS } from './plain-headers.ts';
import { createStaticFiles, type FileHandler } from './static-files.ts';

const YEAR_SECONDS = 31_536_000;

/** Uploads run no script, whatever they are. */
const UPLOAD_HEADERS = {
  'cache-control': `public, max-age=${YEAR_SECONDS}, immutable`,
  'x-content-type-options': 'nosniff',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
};

function serveFolderUploads(dataDir: string): FileHandler {
  const folder = getUploadsFolder(dataDir);
  mkdirSync(folder, { recursive: true });
  return createStaticFiles(folder, {
    headers: () => UPLOAD_HEADERS,
    etag: true,
    compressed: false,
  });
}

/**
 * Uploads in a bucket: readers are redirected to its public address, or get the files through this
 * server.
 */
function serveBucketUploads(env: Env): FileHandler {
  const storage = openStorage(env);
  const send = async (request: IncomingMessage, response: ServerResponse, next: () => void) => {
    const path = (request.url ?? '').slice(1).split('?')[0] as string;
    if (!isStoredPath(path)) return next();
    if (env.STORAGE_PUBLIC_URL)
      return void response
        .writeHead(302, {
          ...PLAIN_HEADERS,
          location: `${env.STORAGE_PUBLIC_URL}/${path}`,
          'cache-control': 'public, max-age=3600',
        })
        .end();
    const etag = `"${path}"`;
    if (request.headers['if-none-match'] === etag)
      return void response.writeHead(304, { ...UPLOAD_HEADERS, etag }).end();
    const body = await storage.read(path);
    if (!body) return next();
    response.writeHead(200, {
      ...UPLOAD_HEADERS,
      etag,
      'content-type': mime.getType(path) ?? 'application/octet-stream',
    });
    if (request.method === 'HEAD') {
      await body.cancel();
      return void response.end();
    }
    await pipeline(Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]), response);
  };
  return (request, response, next) =>
    void send(request, response, next).catch(() => {
      // the bucket is down, or the client has disconnected
      if (response.headersSent) response.destroy();
      else
        response
          .writeHead(503, {
            ...PLAIN_HEADERS,
            'retry-after': '10',
            'content-type': 'text/plain; charset=utf-8',
          })
          .end('The storage of uploads does not answer.');
    });
}

/**
 * Files beside the pages. A file with a hash in its name never changes, so browsers need no ETag
 * for it.
 */
function serveSiteFiles(
  siteDir: string,
  control: (path: string) => string,
  etag: boolean,
): FileHandler {
  const headers = (path: string) => ({
    'cache-control': control(path),
    'x-content-type-options': 'nosniff',
    vary: 'Accept-Encoding',
    ...(path === SPECULATION_RULES_PATH
      ? { 'content-type': 'application/speculationrules+json' }
      : {}),
  });
  return createStaticFiles(siteDir, { headers, etag, compressed: true });
}

/** Built assets and uploads, with ranges and precompressed forms. */
export function createAssetHandler(env: Env): FileHandler {
  const uploads = env.STORAGE_URL ? serveBucketUploads(env) : serveFolderUploads(env.DATA_DIR);
  const versioned = serveSiteFiles(
    env.SITE_DIR,
    () => `public, max-age=${YEAR_SECONDS}, immutable`,
    false,
  );
  // a newer service worker must be found at once
  const others = serveSiteFiles(
    env.SITE_DIR,
    (path) => (SERVICE_WORKER_PATHS.includes(path) ? 'public, no-cache' : 'public, max-age=3600'),
    true,
  );
  return (request, response, next) => {
    const url = request.url ?? '';
    if (url.startsWith('/assets/build/') || url.startsWith('/assets/i18n/'))
      return versioned(request, response, next);
    if (isStickerPath(url)) {
      return others(request, response, () => {
        request.url = NEUTRAL_STICKER_PATH;
        others(request, response, next);
      });
    }
    if (!url.startsWith('/uploads/')) return others(request, response, next);
    request.url = url.slice('/uploads'.length);
    uploads(request, response, next);
  };
}
