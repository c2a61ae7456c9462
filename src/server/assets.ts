import { mkdirSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import mime from 'mime';
import sirv from 'sirv';
import type { Env } from '#platform/env.ts';
import { isStoredPath, openStorage, uploadsFolder } from '#platform/storage.ts';

type Handler = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

const YEAR = 31_536_000;

/** Whatever somebody managed to upload, it runs nothing. */
const UPLOAD_HEADERS = {
  'cache-control': `public, max-age=${YEAR}, immutable`,
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
};

function folderUploads(dataDir: string): Handler {
  const folder = uploadsFolder(dataDir);
  mkdirSync(folder, { recursive: true });
  return sirv(folder, {
    dev: true,
    etag: true,
    dotfiles: false,
    extensions: [],
    setHeaders(response) {
      for (const [name, value] of Object.entries(UPLOAD_HEADERS)) response.setHeader(name, value);
    },
  });
}

/** Uploads in a bucket: readers are sent to its public address, or get the files through this server. */
function bucketUploads(env: Env): Handler {
  const storage = openStorage(env);
  const send = async (request: IncomingMessage, response: ServerResponse, next: () => void) => {
    const path = (request.url ?? '').slice(1).split('?')[0] as string;
    if (!isStoredPath(path)) return next();
    if (env.STORAGE_PUBLIC_URL) return void response.writeHead(302, { location: `${env.STORAGE_PUBLIC_URL}/${path}`, 'cache-control': 'public, max-age=3600' }).end();
    const etag = `"${path}"`;
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304, { ...UPLOAD_HEADERS, etag }).end();
    const body = await storage.read(path);
    if (!body) return next();
    response.writeHead(200, { ...UPLOAD_HEADERS, etag, 'content-type': mime.getType(path) ?? 'application/octet-stream' });
    if (request.method === 'HEAD') {
      await body.cancel();
      return void response.end();
    }
    await pipeline(Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]), response);
  };
  return (request, response, next) =>
    void send(request, response, next).catch(() => {
      // The bucket is away, or whoever asked has gone.
      if (response.headersSent) response.destroy();
      else response.writeHead(503, { 'retry-after': '10', 'content-type': 'text/plain' }).end('The storage of uploads does not answer.');
    });
}

/** Built assets, which stand beside the pages, and uploads, with ranges, ETags and precompressed forms. What carries a hash in its name never changes. */
export function createAssets(env: Env): Handler {
  const uploads = env.STORAGE_URL ? bucketUploads(env) : folderUploads(env.DATA_DIR);
  const built = sirv(env.SITE_DIR, {
    dev: true,
    brotli: true,
    gzip: true,
    etag: true,
    dotfiles: false,
    extensions: [],
    setHeaders(response, pathname) {
      const versioned = pathname.startsWith('/assets/build/') || pathname.startsWith('/assets/i18n/');
      response.setHeader('cache-control', versioned ? `public, max-age=${YEAR}, immutable` : 'public, max-age=3600');
      response.setHeader('x-content-type-options', 'nosniff');
      response.setHeader('vary', 'Accept-Encoding');
    },
  });
  return (request, response, next) => {
    if (!request.url?.startsWith('/uploads/')) return built(request, response, next);
    request.url = request.url.slice('/uploads'.length);
    uploads(request, response, next);
  };
}
