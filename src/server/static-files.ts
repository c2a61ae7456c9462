import { statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import mime from 'mime';
import send from 'send';
import { acceptsEncoding } from '#platform/accept-encoding.ts';
import { ENCODING_EXTENSIONS } from '#publish/files/page-file-names.ts';
import { PLAIN_HEADERS } from './plain-headers.ts';

export type FileHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
) => void;

interface StaticFilesOptions {
  /** Of the file at this path, beside its type. */
  headers(path: string): Readonly<Record<string, string>>;
  etag: boolean;
  /** Beside a file stand its compressed forms. */
  compressed: boolean;
}

/** The best first. */
const PREFERRED_ENCODINGS = ['br', 'gzip'] as const;

const isFile = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

/** No file of ours has a longer path, and no file system a longer name. */
const MAX_PATH_LENGTH = 250;

/** The path of an address as files are called; undefined for what no file is called. */
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

/** The type of a file by its name; all text of ours is UTF-8. */
function getMimeType(path: string): string {
  const type = mime.getType(path) ?? 'application/octet-stream';
  return type.startsWith('text/') ? `${type}; charset=utf-8` : type;
}

/** What `send` says of a file that it can't send. */
interface SendError extends Error {
  status: number;
  headers?: Record<string, string>;
}

/** Nobody waits in vain for a file that can't be read, and nothing of it ends the server. */
function handleSendError(
  response: ServerResponse,
  { status, headers }: SendError,
  next: () => void,
): void {
  if (response.headersSent) response.destroy();
  else if (status === 400 || status === 403 || status === 404) next();
  else if (status === 416 || status === 412)
    response.writeHead(status, { ...PLAIN_HEADERS, ...headers }).end();
  else
    response
      .writeHead(503, {
        ...PLAIN_HEADERS,
        'retry-after': '10',
        'content-type': 'text/plain; charset=utf-8',
      })
      .end('The file cannot be read at the moment.');
}

/** Files of a folder by their paths, whole or in ranges; `next` is called for what isn't there. */
export function createStaticFiles(
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
