import { mkdirSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import mime from 'mime';
import send from 'send';
import { SPECULATION_RULES_PATH } from '#contracts/paths.ts';
import { SERVICE_WORKER_PATHS } from '#contracts/worker-paths.ts';
import { isStickerPath, NEUTRAL_STICKER_PATH } from '#domain/message/stickers.ts';
import { acceptsEncoding } from '#platform/accept-encoding.ts';
import type { Env } from '#platform/env.ts';
import { getUploadsFolder } from '#platform/local-storage.ts';
import { openStorage } from '#platform/open-storage.ts';
import { isStoredPath } from '#platform/stored-path.ts';
import { ENCODING_EXTENSIONS } from '#publish/files/page-file-names.ts';
import { sendPlainAnswer } from './plain-answer.ts';
import { sendStream } from './send-stream.ts';

type FileHandler = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

const sendUnavailable = (response: ServerResponse, text: string): void =>
  sendPlainAnswer(response, 503, { 'retry-after': '10' }, text);

interface StaticFilesOptions {
  /** Headers of the file at this path, besides its type. */
  headers(path: string): Readonly<Record<string, string>>;
  etag: boolean;
  /** Whether compressed forms exist next to each file. */
  compressed: boolean;
}

/** The best first. */
const PREFERRED_ENCODINGS = ['br', 'gzip'] as const;

const isFile = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

/** None of our files has a longer path. */
const MAX_PATH_LENGTH = 250;

/** The file path of a URL; undefined if it is invalid. */
function parseFilePath(url: string): string | undefined {
  try {
    const path = decodeURIComponent(url.replace(/[?#].*$/s, ''));
    return path.length > MAX_PATH_LENGTH ||
      path.includes('\0') ||
      path.split(/[/\\]/).includes('..')
      ? undefined
      : path;
  } catch {
    return undefined;
  }
}

/** The MIME type by file name; all our text is UTF-8. */
function getMimeType(path: string): string {
  const type = mime.getType(path) ?? 'application/octet-stream';
  return type.startsWith('text/') ? `${type}; charset=utf-8` : type;
}

/** The error of `send`. */
interface SendError extends Error {
  status: number;
  headers?: Record<string, string>;
}

/** Ends the response of an unreadable file, without an uncaught error. */
function handleSendError(
  response: ServerResponse,
  { status, headers }: SendError,
  next: () => void,
): void {
  if (response.headersSent) response.destroy();
  else if (status === 400 || status === 403 || status === 404) next();
  else if (status === 416 || status === 412) sendPlainAnswer(response, status, headers);
  else sendUnavailable(response, 'The file cannot be read at the moment.');
}

/** Files of a folder, whole or in ranges; `next` is called for missing ones. */
function createStaticFiles(
  folder: string,
  { headers, etag, compressed }: StaticFilesOptions,
): FileHandler {
  return (request, response, next) => {
    const path = parseFilePath(request.url ?? '');
    if (path === undefined) return next();
    const accepted = String(request.headers['accept-encoding'] ?? '');
    const previousHeaders = response.getHeaderNames();
    const encoding = compressed
      ? PREFERRED_ENCODINGS.find(
          (candidate) =>
            acceptsEncoding(accepted, candidate) &&
            isFile(join(folder, path + ENCODING_EXTENSIONS[candidate])),
        )
      : undefined;
    send(
      request,
      encodeURI(path).replace(/[?#]/g, encodeURIComponent) +
        (encoding ? ENCODING_EXTENSIONS[encoding] : ''),
      { root: folder, index: false, dotfiles: 'ignore', cacheControl: false, etag },
    )
      .on('headers', () => {
        for (const [name, value] of Object.entries({
          'content-type': getMimeType(path),
          ...headers(path),
          ...(encoding ? { 'content-encoding': encoding } : {}),
        }))
          response.setHeader(name, value);
      })
      .on('directory', next)
      .on('error', (error: SendError) => {
        if (!response.headersSent)
          for (const name of response.getHeaderNames())
            if (!previousHeaders.includes(name)) response.removeHeader(name);
        handleSendError(response, error, next);
      })
      .pipe(response);
  };
}

const YEAR_SECONDS = 31_536_000;

/** Uploads run no script, whatever their type. */
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

/** Uploads in a bucket: redirects to its public address, or proxies the files. */
function serveBucketUploads(env: Env): FileHandler {
  const storage = openStorage(env);
  const sendUpload = async (
    request: IncomingMessage,
    response: ServerResponse,
    next: () => void,
  ) => {
    const path = (request.url ?? '').slice(1).split('?')[0] as string;
    if (!isStoredPath(path)) return next();
    if (env.STORAGE_PUBLIC_URL)
      return sendPlainAnswer(response, 302, {
        location: `${env.STORAGE_PUBLIC_URL}/${path}`,
        'cache-control': 'public, max-age=3600',
      });
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
    await sendStream(Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]), response);
  };
  return (request, response, next) =>
    void sendUpload(request, response, next).catch(() => {
      // the bucket is down, or the client has disconnected
      if (response.headersSent) response.destroy();
      else sendUnavailable(response, 'The storage of uploads does not answer.');
    });
}

/** Files next to the pages. Files with a hash in their name never change and need no ETag. */
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
